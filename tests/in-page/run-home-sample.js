/**
 * Runs a sample on the home page. Returns how many there are, where the panel is relative to its
 * block, and the blocks above or next to it that have moved.
 */
export default async (number) => {
  const content = document.querySelector('.hero > [data-content]');
  const edgesOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top + scrollY, width, height].map(Math.round);
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  const parts = [...content.querySelectorAll('h2, p, ul, .code, .code-group, .live')].filter(
    (part) => part.parentElement === content || part.parentElement.matches('.live-item'),
  );
  const blocks = parts.filter((part) =>
    part.matches('.code[data-run]:not(.code-group *), .code-group:has([data-run])'),
  );
  const block = blocks[number];
  const [left, top, width, height] = edgesOf(block);
  const before = parts
    .filter((part) => part.checkVisibility() && edgesOf(part)[1] < top + height)
    .map((part) => [part, edgesOf(part)]);

  [...block.querySelectorAll('.live-run')].find((button) => button.checkVisibility()).click();
  let panel;
  do {
    await frame();
    panel = block.parentElement.querySelector(':scope > .live-panel');
  } while (!panel?.querySelector('[data-outcome=done]'));
  await frame();

  const [panelLeft, panelTop, panelWidth] = edgesOf(panel);
  const [, blockTop, , blockHeight] = edgesOf(block);
  // The border between a block and its panel belongs to the panel.
  const moved = before.filter(([part, edges]) =>
    edgesOf(part).some((edge, index) => Math.abs(edge - edges[index]) > 1),
  );
  return {
    count: blocks.length,
    panel: [panelLeft - left, panelWidth - width, panelTop - blockTop - blockHeight],
    moved: moved.map(
      ([part, edges]) =>
        `${edges.join(' ')} → ${edgesOf(part).join(' ')}: ${part.textContent.trim()}`,
    ),
  };
};

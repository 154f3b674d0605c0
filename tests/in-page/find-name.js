export default ({ block, line, column, length }) => {
  const blockElement = document.querySelectorAll('[data-content] .code')[block];
  const row = blockElement.querySelectorAll('.line')[line];
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const range = new Range();
  for (let start = 0; walker.nextNode(); start += walker.currentNode.length) {
    const node = walker.currentNode;
    const inside = (at) => at >= start && at <= start + node.length;
    if (inside(column) && column < start + node.length) range.setStart(node, column - start);
    if (inside(column + length)) {
      range.setEnd(node, column + length - start);
      break;
    }
  }
  range.startContainer.parentElement.scrollIntoView({
    behavior: 'instant',
    block: 'center',
    inline: 'center',
  });
  const pre = blockElement.querySelector('pre');
  const frame = pre.getBoundingClientRect();
  pre.scrollLeft += range.getBoundingClientRect().left - frame.left - frame.width / 3;
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, text: String(range) };
};

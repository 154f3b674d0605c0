/** Writes a document piece by piece, renders after each, and returns the elements that moved. */
export default async (pieces) => {
  const moved = [];
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      moved.push([value, ...sources.map(({ node }) => `${node?.nodeName}.${node?.className}`)]);
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  document.open();
  for (const piece of pieces) {
    document.write(piece);
    await frame();
    await frame();
  }
  document.close();
  await frame();
  await frame();
  return moved;
};

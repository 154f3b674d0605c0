/**
 * Removes the nodes of the page one by one, from its end. This simulates a document that is parsed in
 * pieces, in reverse order. Returns the visible elements that moved between two states.
 */
export default () => {
  const isText = ({ nodeType }) => nodeType === Node.TEXT_NODE;
  const hasBox = (node) =>
    isText(node) ? node.data.trim() : node.matches('img, button, th, td, pre');
  function boxOf(node) {
    const range = document.createRange();
    range.selectNode(node);
    const { left, top, width, height } = range.getBoundingClientRect();
    const element = isText(node) ? node.parentElement : node;
    const isVisible = width && height && element.checkVisibility({ visibilityProperty: true });
    // A button grows to the left until its text is parsed.
    const isWhole = element.localName !== 'button' || element.textContent !== '';
    return isWhole && isVisible && top < innerHeight ? [left, top].map(Math.round).join() : '';
  }
  const measure = (nodes) => new Map(nodes.map((node) => [node, boxOf(node)]));
  const describe = (node) => node?.textContent.trim() || node?.className || node?.nodeName;

  const order = [];
  const walker = document.createTreeWalker(
    document.getElementById('_app'),
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  while (walker.nextNode()) order.push(walker.currentNode);

  let after = measure(order.filter(hasBox));
  const visible = [...after.keys()].filter((node) => after.get(node));
  const end = order.indexOf(visible.at(-1)) + 1;
  const steps = order.slice(0, end).map((node) => [node]);
  const shifts = [];
  // Nodes below the window are added in one step.
  for (const arrived of [...steps, order.slice(end)].reverse()) {
    for (const node of arrived) node.remove();
    const before = measure(visible.filter(({ isConnected }) => isConnected));
    for (const [node, box] of before) {
      const next = after.get(node);
      if (box && next && box !== next) {
        shifts.push(`${describe(node)}: ${box} -> ${next}, after ${describe(arrived[0])}`);
      }
    }
    after = before;
  }
  return shifts;
};

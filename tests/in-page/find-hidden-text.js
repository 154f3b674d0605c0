export default () => {
  const isText = (node) => node.textContent.trim() !== '' && !node.parentElement.closest('button');
  const walker = document.createTreeWalker(document.querySelector('[data-content]'), 4);
  const hidden = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (isText(node) && !node.parentElement.checkVisibility({ contentVisibilityAuto: true })) {
      hidden.push(node.textContent);
    }
  }
  return hidden;
};

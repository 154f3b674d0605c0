export default () => {
  const isSeen = (part) => part.checkVisibility({ visibilityProperty: true });
  const links = (part) =>
    [...part.querySelectorAll('a')].filter(isSeen).map((link) => link.getAttribute('href'));
  const found = links(document.querySelector('#_app'));
  for (const button of document.querySelectorAll('[popovertarget]')) {
    const menu = button.popoverTargetElement;
    if (isSeen(button) && !menu.contains(button)) {
      button.click();
      found.push(...links(menu));
      menu.hidePopover();
    }
  }
  return found;
};

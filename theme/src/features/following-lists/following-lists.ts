/** Scrolls the heading lists so that the current heading stays in their middle third. */
export function startFollowingLists(): void {
  const follow = (): void => {
    for (const link of document.querySelectorAll('.columns [aria-current=location]')) {
      center(link);
    }
  };
  new MutationObserver(follow).observe(document.body, {
    attributeFilter: ['aria-current'],
    subtree: true,
  });
  follow();
}

/** `scrollIntoView` could scroll the page as well. */
function center(link: Element): void {
  const list = link.closest('.column, .beside');
  if (!list || list.matches(':hover')) {
    return; // a list must not move under the pointer
  }
  const { top, height } = list.getBoundingClientRect();
  const offset = link.getBoundingClientRect().top - top - height / 2;
  if (Math.abs(offset) > height / 6) {
    list.scrollTop += offset;
  }
}

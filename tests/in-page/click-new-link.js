/** Clicks a link to a page that hasn't been prefetched. */
export default () => {
  const link = document.createElement('a');
  link.href = '/zh/api/shared.html';
  document.querySelector('main').append(link);
  window.isMarked = true;
  window.bars = [];
  const note = () => bars.push(document.querySelectorAll('[role=progressbar]').length);
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  scrollTo(0, 300);
  link.click();
  return location.pathname;
};

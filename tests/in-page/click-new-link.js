/** Follows a link to a page that nothing has fetched before the click. */
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

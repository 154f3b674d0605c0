/** Records the content of every frame, from the first one on. */
export default () => {
  window.shownFrames = [];
  const record = () => {
    if (document.body) {
      const { backgroundColor } = getComputedStyle(document.documentElement);
      window.shownFrames.push([document.documentElement.dataset.theme, backgroundColor].join());
    }
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
};

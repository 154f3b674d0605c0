/** Replaces the clock of iframes with one that advances on every read, whatever the machine's speed. */
export default () => {
  if (self === top) return;
  let time = 0;
  performance.now = () => (time += 0.9);
  self.readTime = () => time;
};

/** Gives frames a clock that advances whenever it is read, however fast the machine is. */
export default () => {
  if (self === top) return;
  let time = 0;
  performance.now = () => (time += 0.25);
  self.readTime = () => time;
};

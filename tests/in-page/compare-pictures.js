export default async (pictures) => {
  const header = 64 * 1000;
  const dots = await Promise.all(
    pictures.map(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      return new Uint32Array(data.buffer).subarray(header);
    }),
  );
  const [one, other] = dots;
  const isAlike = (dot, near) =>
    [0, 8, 16].every((shift) => Math.abs(((dot >> shift) & 255) - ((near >> shift) & 255)) < 3);
  const count = (isFound) => one.reduce((sum, dot, i) => sum + (isFound(dot, i) ? 1 : 0), 0);
  return {
    drawn: count((dot) => dot !== one[0]),
    wrong: count((dot, i) => !isAlike(dot, other[i]) && (dot !== one[0] || dot !== other[0])),
  };
};

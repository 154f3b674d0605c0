/** Counts the pixels of each color in each box of a picture, or in all of it. */
export default async ([picture, boxes]) => {
  const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const describe = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255].join();
  const count = (box) => {
    const counts = new Map();
    for (const pixel of new Uint32Array(context.getImageData(...box).data.buffer)) {
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    }
    return Object.fromEntries([...counts].map(([pixel, times]) => [describe(pixel), times]));
  };
  return (boxes ?? [[0, 0, bitmap.width, bitmap.height]]).map(count);
};

export default async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const counts = {};
  for (let i = 0; i < data.length; i += 4) {
    const color = data.slice(i, i + 3).join();
    counts[color] = (counts[color] ?? 0) + 1;
  }
  return counts;
};

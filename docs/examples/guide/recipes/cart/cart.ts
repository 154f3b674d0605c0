import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Line = { sku: string; quantity: number };
export const cart = createLocalStorage<{ lines: Line[] }>({
  storageModuleKey: 'cart',
  initial: { lines: [] },
});

export function addToCart(sku: string, quantity = 1) {
  return useStorage(cart).lines.set((lines) =>
    lines.some((line) => line.sku === sku)
      ? lines.map((line) =>
          line.sku === sku ? { ...line, quantity: line.quantity + quantity } : line,
        )
      : [...lines, { sku, quantity }],
  );
}

addToCart('green-tea');
addToCart('green-tea', 2);
if (!addToCart('cup')) console.warn('Not saved');

import { createLocalStorage, useStorage } from '@tuffet/hooks';

const cart = createLocalStorage<{ items: string[] }>({
  storageModuleKey: 'reproduction',
  initial: { items: [] },
});
const { items } = useStorage(cart);

items.set(['tea']);
items.reset();

console.log('expected', '[]');
console.log('received', JSON.stringify(items.get()));

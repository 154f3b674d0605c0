import { createLocalStorage } from '@tuffet/hooks';

localStorage.setItem('reproduction', '{"theme":"dark"}');

createLocalStorage<{ colorMode: string }>({
  storageModuleKey: 'reproduction',
  initial: { colorMode: 'light' },
  version: 2,
  migrations: { 2: () => JSON.parse('null') }, // null instead of an object
  onError: (error) => console.log('onError:', error.code),
});

console.log('expected:', '{"theme":"dark"}');
console.log('received:', localStorage.getItem('reproduction'));

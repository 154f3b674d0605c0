import {
  type Cell,
  type Root,
  StorageModule,
  type StoreOptions,
} from '@tuffet/core';

const initial: Root = { theme: 'light' };
const options: StoreOptions = {
  initial,
  serializer: JSON,
  check: ({ theme }) => (theme ? undefined : 'theme is empty'),
  onError: (error) => console.log(error.code, error.hint),
  findNewer: () => (localStorage.getItem('settings_v2') ? 2 : undefined),
};
const { store } = new StorageModule<{ theme: string }>('settings', 'local');
store.configure(options);

console.log(store.commit({ theme: '' }));
console.log(store.commit({ theme: 'dark' }));

const cell: Cell | undefined = store.read().get('theme');
console.log(cell?.text, cell?.value);

import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: 'strict',
  onError: (error) => console.log(error.code, error.raw),
});
const { theme } = useStorage(settings);

const frame = document.body.appendChild(document.createElement('iframe'));
const outside = frame.contentWindow?.localStorage;

outside?.setItem('settings', '{"theme":"dark"}'); // is taken over
console.log(theme.get());
outside?.setItem('settings', 'dark'); // is reported and replaced
console.log(theme.get());

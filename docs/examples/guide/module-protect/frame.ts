import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: 'strict',
  onError: (error) => console.log(error.code, error.raw),
});
const { theme } = useStorage(settings);

const iframe = document.body.appendChild(document.createElement('iframe'));
const iframeStorage = iframe.contentWindow?.localStorage;

iframeStorage?.setItem('settings', '{"theme":"dark"}'); // valid JSON object: accepted
console.log(theme.get());
iframeStorage?.setItem('settings', 'dark'); // not a JSON object: onError is called
console.log(theme.get());

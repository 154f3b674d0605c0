// A small application in development, with the devtools.
import { mountDevtools } from '@tuffet/devtools';
import { createLocalStorage, createSessionStorage, useStorage } from '@tuffet/hooks';

const errors = [];
const options = { initial: { theme: 'light' }, onError: ({ code }) => errors.push(code) };

const settings = createLocalStorage({
  ...options,
  storageModuleKey: 'settings',
  version: 2,
  protect: 'strict',
  check: ({ theme }) => (/^(light|dark)$/.test(theme) ? undefined : 'unknown theme'),
});
createSessionStorage({ ...options, storageModuleKey: 'draft' });

const button = document.createElement('button');
const { theme } = useStorage(settings);
const show = () => button.replaceChildren(`Theme: ${theme.get()}`);
theme.subscribe(show);
show();
button.onclick = function toggleTheme() {
  theme.set(theme.get() === 'light' ? 'dark' : 'light');
};
document.querySelector('main').append(button);

window.app = { settings, errors, mount: mountDevtools, unmount: mountDevtools() };

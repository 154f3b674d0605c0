import { createLocalStorage, useStorage } from '@tuffet/hooks';

const settings = createLocalStorage({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
const { theme } = useStorage(settings);
const button = document.querySelector('button');
const show = () => {
  button.textContent = theme.get();
};

theme.subscribe(show);
button.addEventListener('click', () => theme.set(theme.get() === 'light' ? 'dark' : 'light'));
show();

import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

const { theme } = useStorage(settings);
const button = document.createElement('button');
button.textContent = theme.get();
button.onclick = () => {
  theme.set((now) => (now === 'light' ? 'dark' : 'light'));
};
theme.subscribe((now) => {
  button.textContent = now;
});
document.body.append(button);

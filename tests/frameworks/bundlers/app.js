import { createLocalStorage, useStorage } from '@tuffet/hooks';

const settings = createLocalStorage({ storageModuleKey: 'settings', initial: { theme: 'light' } });
const { theme } = useStorage(settings);

const button = document.createElement('button');
const show = () => button.replaceChildren(theme.get());
button.addEventListener('click', () => theme.set(theme.get() === 'light' ? 'dark' : 'light'));
theme.subscribe(show);
show();
document.body.append(button);

import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const { helper } = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

function tryToWrite() {
  try {
    localStorage.setItem('settings', '{"theme":"dark"}');
    console.log('written');
  } catch (error) {
    console.log('blocked:', error instanceof Error && error.name);
  }
}

tryToWrite();
helper.protect(); // or protect('strict')
tryToWrite();
helper.cancelProtect();
tryToWrite();

import {
  createLocalStorage,
  TuffetError,
  type TuffetErrorCode,
} from '@tuffet/vue-hooks';

const words: Partial<Record<TuffetErrorCode, string>> = {
  corrupt: 'Your settings were damaged, so we started over.',
  quota: 'There is no room left on this device.',
};
const tell = (error: TuffetError) =>
  console.log(words[error.code] ?? error.message);

localStorage.setItem('settings', 'half an en');
createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: tell,
});

try {
  createLocalStorage<{ theme: string }>({
    storageModuleKey: '',
    initial: { theme: 'light' },
  });
} catch (error) {
  console.log(error instanceof TuffetError && error.code);
}

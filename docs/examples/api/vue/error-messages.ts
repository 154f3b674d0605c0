import {
  createLocalStorage,
  TuffetError,
  type TuffetErrorCode,
} from '@tuffet/vue-hooks';

const messages: Partial<Record<TuffetErrorCode, string>> = {
  corrupt: 'Your settings are damaged. The defaults apply for now.',
  quota: 'Storage is full. Your last change was not saved.',
};
const showMessage = (error: TuffetError) =>
  console.log(messages[error.code] ?? error.message);

localStorage.setItem('settings', '{"theme":"da');
createLocalStorage<{ theme: string }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: showMessage,
});

try {
  createLocalStorage<{ theme: string }>({
    storageModuleKey: '',
    initial: { theme: 'light' },
  });
} catch (error) {
  console.log(error instanceof TuffetError && error.code);
}

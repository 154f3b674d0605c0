import { createLocalStorage } from '@tuffet/hooks';
import { type Backup, type Backups, backupsOf } from '@tuffet/hooks/backups';

localStorage.setItem('draft', 'not JSON');
const draft = createLocalStorage<{ title: string }>({
  storageModuleKey: 'draft',
  initial: { title: '' },
  onError: () => {},
});
draft.set({ title: 'Hello' }); // saves the old text as a backup first

const describe = ({ key, reason }: Backup) => `${key}: ${reason}`;
const backups: Backups = backupsOf(draft);
console.log(backups.list().map(describe).join());
console.log(backups.restore('draft__backup1'), draft.get('title'));

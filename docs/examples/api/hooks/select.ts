import { createLocalStorage } from '@tuffet/hooks';
import { fromZustand, type OldState } from '@tuffet/hooks/adopt';

const rename = ({ color, size }: OldState, version: number) => ({
  theme: color,
  size: version > 1 ? size : undefined,
});

createLocalStorage<{ theme: string; size: number }>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', size: 12 },
  adopt: fromZustand('settings-storage', rename),
});

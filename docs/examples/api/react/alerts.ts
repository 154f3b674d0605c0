import { createLocalStorage } from '@tuffet/react-hooks';

type Alerts = { sound: boolean; badge: boolean };
export const alerts = createLocalStorage<Alerts>({
  storageModuleKey: 'alerts',
  initial: { sound: true, badge: false },
});

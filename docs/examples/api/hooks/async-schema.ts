import { createLocalStorage } from '@tuffet/hooks';
import { checkSchema } from '@tuffet/hooks/schema';

createLocalStorage<{ zoom: number }>({
  storageModuleKey: 'settings',
  initial: { zoom: 1 },
  check: checkSchema({ '~standard': { validate: async () => ({}) } }), // [!code error]
});

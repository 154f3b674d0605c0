import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { checkSchema, type StandardSchema } from '@tuffet/hooks/schema';

// In an app, pass a Zod, Valibot or ArkType schema instead.
const settingsSchema: StandardSchema = {
  '~standard': {
    validate(value) {
      const { zoom } = value as { zoom?: unknown };
      const isValid = typeof zoom === 'number' && zoom > 0;
      return isValid
        ? {}
        : { issues: [{ message: 'must be above 0', path: ['zoom'] }] };
    },
  },
};

const settings = createLocalStorage<{ zoom: number }>({
  storageModuleKey: 'settings',
  initial: { zoom: 1 },
  check: checkSchema(settingsSchema),
  onError: (error) => console.log(error.code, error.hint),
});

const { zoom } = useStorage(settings);
console.log(zoom.set(-1), zoom.get());

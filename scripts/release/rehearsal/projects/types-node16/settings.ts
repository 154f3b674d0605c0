import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { checkSchema } from '@tuffet/hooks/schema';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';

type Settings = { theme: 'light' | 'dark' };

const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
const { theme } = useStorage(settings);

theme.set('dark');
// @ts-expect-error: not one of the themes
theme.set('drak');

export const entryPoints = [resetModules, checkSchema, withSerializer, richJson];

import { createLocalStorage, type Merger } from '@tuffet/hooks';
import { type Consent, createConsent } from '@tuffet/hooks/consent';
import { mergeDeep } from '@tuffet/hooks/merge';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import { createSessionStorage } from '@tuffet/react-hooks';
import { createLocalStorage as createForVue } from '@tuffet/vue-hooks';

type Settings = {
  editor: { tabs: number; view: { wrap: boolean; ruler?: number } };
  filters: Record<string, boolean>;
  tags: { name: string }[];
  theme: 'light' | 'dark';
  token?: string;
};
const initial = {
  editor: { tabs: 4, view: { wrap: true } },
  filters: {},
  tags: [],
  theme: 'light' as const,
};
const consent: Consent = createConsent();

export const merged = createLocalStorage<Settings>({
  storageModuleKey: 'merged',
  initial,
  storeInitial: false,
  merge: mergeDeep,
  consent,
});

// Every object is merged by hand; arrays, records and other values are passed on.
const merge: Merger<Settings> = (stored, initial) => ({
  ...stored,
  editor: {
    ...initial.editor,
    ...stored.editor,
    view: { ...initial.editor.view, ...stored.editor?.view },
  },
});
export const byHand = createSessionStorage<Settings>({ storageModuleKey: 'a', initial, merge });
export const forVue = createForVue<Settings>({ storageModuleKey: 'b', initial, merge: mergeDeep });

type Dated = { range: { from: Date; days: Map<string, number> } };
export const dated = withSerializer(richJson).createLocalStorage<Dated>({
  storageModuleKey: 'dated',
  initial: { range: { from: new Date(), days: new Map() } },
  merge: ({ range }, initial) => ({ range: { ...initial.range, ...range } }),
});

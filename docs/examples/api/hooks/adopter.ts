import {
  type Adopter,
  createLocalStorage,
  type OldEntries,
} from '@tuffet/hooks';

type Settings = { theme: string; fontSize: number };

function takeSize({ take }: OldEntries): number | undefined {
  return Number.parseInt(take('font') ?? '', 10) || undefined;
}

const adopt: Adopter<Settings> = (old) => ({
  theme: old.read('theme') ?? undefined,
  fontSize: takeSize(old),
});

createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt,
});

import { createLocalStorage } from '@tuffet/hooks';
import type { ModuleKey, TuffetStorage } from '@tuffet/react-hooks';
import type { ModuleKey as VueModuleKey } from '@tuffet/vue-hooks';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

type Settings = { theme: 'light' | 'dark'; nickname?: string; list: number[] };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', list: [] },
});

// One value, or all of them.
const theme = settings.get('theme');
same<typeof theme, 'light' | 'dark'>(true);
const nickname: string | undefined = settings.get('nickname');
const { list }: { readonly list: readonly number[] } = settings.get();

// Some properties; undefined removes an optional one.
settings.set({ theme: 'dark', nickname: undefined });
settings.set(settings.get());

// A listener may change its copy, as Svelte does.
const unsubscribe: () => void = settings.subscribe((values) => {
  values.theme = 'dark';
  settings.set(values);
});

// A function for any property of any module.
function read<T>(storage: TuffetStorage<T>, name: ModuleKey<T>): string {
  return `${storage.get(name)}`;
}
read(settings, 'theme');
same<ModuleKey<Settings>, VueModuleKey<Settings>>(true);

// A union of shapes.
type Session = { kind: 'guest' } | { kind: 'user'; name: string };
const session = createLocalStorage<Session>({
  storageModuleKey: 'session',
  initial: { kind: 'guest' },
});
const current = session.get();
if (current.kind === 'user') current.name.trim();

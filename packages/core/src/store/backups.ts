import { hintOf } from '../development.ts';
import { TuffetError } from '../errors.ts';
import type { Area, OpenedArea } from '../web-storage.ts';
import { removeRaw, report, type StoreState } from './state.ts';

const MAX_BACKUPS = 8;

/** Returns the keys of the backups of an entry, oldest first. Earlier releases used the first one. */
function backupKeysOf(key: string): string[] {
  const numbered = Array.from({ length: MAX_BACKUPS }, (_, i) => `${key}__backup${i + 1}`);
  return [`${key}__corrupt`, ...numbered];
}

/** Returns the key under which a text is backed up, or could be. Backups are never replaced. */
export function findBackupKey(area: Area, key: string, text: string): string | undefined {
  const [, ...keys] = backupKeysOf(key);
  return (
    keys.find((name) => area.getItem(name) === text) ??
    keys.find((name) => area.getItem(name) === null)
  );
}

/** Saves the text of an entry before it is replaced. Throws if that fails. */
export function backUpText(
  area: Area,
  methods: OpenedArea['methods'],
  key: string,
  text: string,
): void {
  const name = findBackupKey(area, key, text);
  if (!name) throw new TuffetError('quota', key, hintOf('backups', MAX_BACKUPS));
  methods.setItem.call(area, name, text);
  if (area.getItem(name) !== text) throw new Error(hintOf('ignored'));
}

/** Returns false if that fails. */
export function removeBackups(state: StoreState): boolean {
  try {
    for (const name of backupKeysOf(state.key)) removeRaw(state, name);
    return true;
  } catch (cause) {
    report(state, 'denied', hintOf('backupsLeft'), cause);
    return false;
  }
}

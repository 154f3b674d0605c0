import { keyOf } from './release.ts';
import { describeKey, isBackupOf, propertiesOf, valuesOf } from './texts.ts';
import { chainsOf, resultOf, type Turn } from './turn.ts';

/**
 * The other half of the law: values that a call or option deletes are gone, if nothing failed. Otherwise
 * data that a user has deleted would stay on the device.
 */
export function leftovers(turn: Turn, discarded: readonly string[]): string[] {
  const { session, asks, result, errors, after, isHealthy } = turn;
  if (!isHealthy || errors.length || !session.module?.helper.isPersistent()) return [];
  const isDone = result === true;
  const keys = [...after.keys()].filter((key) => {
    if (asks.isModule) return result !== false && describeKey(key);
    if (asks.isBackups && isDone && isBackupOf(key, session.key)) return true;
    if (asks.key === key && isDone) return true;
    return discarded.includes(key) || isSource(key, turn);
  });
  const isEmptied = asks.isEntry && !asks.names && isDone;
  const rest = isEmptied ? [...(propertiesOf(after.get(session.key)) ?? [])] : [];
  const initial = valuesOf(session.initial);
  const kept = rest.filter(([name, text]) => initial?.get(name) !== text);
  return [...keys, ...kept.map(([name]) => `${name} in ${session.key}`)].map((it) => `left ${it}`);
}

/** Whether a migration or `adopt` has used the text under this key. */
function isSource(key: string, turn: Turn): boolean {
  const { session, before } = turn;
  const text = before.get(key);
  const isAdopted = session.adoptions.some(
    ({ taken, output }) => taken.get(key) === text && !!resultOf(output, turn)?.size,
  );
  // The newest of the older versions is migrated, unless there is an entry of this version.
  const isMigrated =
    turn.isOpening &&
    !before.has(session.key) &&
    chainsOf(turn).length > 0 &&
    key === newestBelow(turn);
  return key !== session.key && text !== undefined && (isAdopted || isMigrated);
}

function newestBelow({ session, before }: Turn): string | undefined {
  const versions = [...before.keys()].flatMap((key) => {
    const found = describeKey(key);
    return found && !found.isBackup && key !== session.key ? [found.version] : [];
  });
  const current = describeKey(session.key)?.version ?? 1;
  return keyOf(Math.max(...versions.filter((version) => version < current)));
}

import type { Lineage } from '@tuffet/core';
import {
  backUpText,
  callAll,
  isMadeFrom,
  keysIn,
  openArea,
  parseKey,
  storedKeyOf,
  stripMark,
} from '@tuffet/core/adapter';

const lineage: Lineage = { key: 'draft', version: 2, migrate: stripMark };
const key = storedKeyOf(lineage.key, lineage.version);
const { area, methods } = openArea('local');
backUpText(area, methods, key, 'not JSON');
callAll(keysIn(area), (name) => console.log(name, parseKey(name)));

const migrated = lineage.migrate('{"title":"Hello"}\t', 1);
console.log(migrated, isMadeFrom(migrated, '{"title":"Hello"}'));

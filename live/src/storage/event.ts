/** StorageEvent for storages that the browser does not know. */

import { apply, construct, defineProperty, weakGet, weakSet } from '../natives.ts';
import { isStorage } from './realm.ts';

const Native = globalThis.StorageEvent;
const areas = new WeakMap<object, Storage | null>();

/** Only what may be an area: the browser would refuse ours, and we refuse everything else. */
function demandArea(value: unknown, action: string): Storage | null {
  if (value === undefined || value === null) return null;
  if (isStorage(value)) return value;
  throw new TypeError(`Failed to ${action}.`);
}

const CONSTRUCT =
  "construct 'StorageEvent': Failed to read the 'storageArea' property from 'StorageEventInit': " +
  "Failed to convert value to 'Storage'";
const INIT = "execute 'initStorageEvent' on 'StorageEvent': parameter 8 is not of type 'Storage'";

/** Makes the browser's class take our storages; its prototype stays what it is. */
export function adaptStorageEvent(): typeof globalThis.StorageEvent {
  const { prototype } = Native;
  const { initStorageEvent } = prototype;
  function StorageEvent(type: string, init?: StorageEventInit): Event {
    if (!new.target) return apply(Native as never, undefined, arguments); // throws its own error
    const area = demandArea(init?.storageArea, CONSTRUCT);
    const rest = init && { ...init, storageArea: null };
    const args = arguments.length > 1 ? [type, rest] : arguments;
    const event = construct(Native, args, new.target);
    weakSet(areas, event, area);
    return event;
  }
  defineProperty(StorageEvent, 'prototype', { value: prototype, writable: false });
  defineProperty(StorageEvent, 'length', { value: 1, configurable: true });
  prototype.constructor = StorageEvent;
  const members = {
    get storageArea(): Storage | null {
      return weakGet(areas, this) ?? null;
    },
    initStorageEvent(this: StorageEvent, ...args: unknown[]): void {
      const area = demandArea(args[7], INIT);
      args[7] = null;
      apply(initStorageEvent, this, args);
      weakSet(areas, this, area);
    },
  };
  Object.defineProperty(members.initStorageEvent, 'length', { value: 1 });
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members));
  return StorageEvent as unknown as typeof globalThis.StorageEvent;
}

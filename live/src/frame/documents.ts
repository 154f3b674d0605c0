/**
 * The documents that share storage: this one, and iframes that a sample creates. Those have other
 * opaque origins, so the sample gets substitutes for their windows.
 */

import {
  append,
  createList,
  defineProperty,
  uncurry,
  uncurryGetter,
  weakGet,
  weakSet,
} from '../natives.ts';
import type { StoredEntry } from '../protocol.ts';
import { Area, type Change, type ChangeListener } from '../storage/area.ts';
import { createStorageEventClass } from '../storage/event.ts';
import { type Areas, createRealm, type Realm } from '../storage/realm.ts';
import { later } from './turns.ts';

export type StorageType = keyof Areas;

/** `isOurs` is false for changes that the page forwards from another tab. */
type StorageListener = (type: StorageType, change: Change, isOurs: boolean) => void;

const dispatchEvent = uncurry(EventTarget.prototype.dispatchEvent);
const contentWindowOf = uncurryGetter<object | null>(HTMLIFrameElement.prototype, 'contentWindow');

function install(target: object, realm: Realm): void {
  const { Storage, localStorage, sessionStorage } = realm;
  defineProperty(target, 'Storage', { value: Storage, writable: true, configurable: true });
  const members = {
    get localStorage(): Storage {
      return localStorage;
    },
    get sessionStorage(): Storage {
      return sessionStorage;
    },
  };
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));
}

interface Document {
  readonly realm: Realm;
  readonly target: EventTarget;
  /** False once its iframe was removed: it then receives no events. */
  readonly isOpen: () => boolean;
}

type Open = (target: EventTarget, isOpen: Document['isOpen']) => Realm;

function replaceContentWindow(open: Open): void {
  const windows = new WeakMap<object, EventTarget>();
  const createWindow = (frame: HTMLIFrameElement, native: object): EventTarget => {
    const target = new EventTarget();
    install(
      target,
      open(target, () => contentWindowOf(frame) === native),
    );
    return target;
  };
  defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    get(this: HTMLIFrameElement): EventTarget | null {
      const native = contentWindowOf(this);
      if (!native) return null;
      const target = weakGet(windows, native) ?? createWindow(this, native);
      weakSet(windows, native, target);
      return target;
    },
    enumerable: true,
    configurable: true,
  });
}

function removeClosed(documents: Document[]): void {
  let count = 0;
  for (let i = 0; i < documents.length; i += 1) {
    const document = documents[i] as Document;
    if (!document.isOpen()) continue;
    documents[count] = document;
    count += 1;
  }
  documents.length = count;
}

/** Replaces the browser's storage, which is not accessible without an origin. */
export function installStorage(entries: readonly StoredEntry[], listener: StorageListener): Areas {
  const StorageEvent = createStorageEventClass();
  const documents = createList<Document>();
  const { href } = location;

  const createArea = (type: StorageType): Area => {
    const notify: ChangeListener = (change, source) => {
      const { key, oldText: oldValue, newText: newValue } = change;
      if (documents.length === 0) return; // the entries of the start, before a document is open
      removeClosed(documents);
      for (let i = 0; i < documents.length; i += 1) {
        const { realm, target } = documents[i] as Document;
        if (target === source) continue;
        const storageArea = realm[`${type}Storage`];
        const init = { key, oldValue, newValue, url: href, storageArea };
        later(() => dispatchEvent(target, new StorageEvent('storage', init)));
      }
      listener(type, change, source !== undefined);
    };
    return new Area(notify);
  };
  const areas = { local: createArea('local'), session: createArea('session') };
  for (const { storage, key, text } of entries) areas[storage].set(key, text);
  const open: Open = (target, isOpen) => {
    const realm = createRealm(areas, target);
    append(documents, { realm, target, isOpen });
    return realm;
  };
  install(
    window,
    open(window, () => true),
  );
  Object.assign(window, { StorageEvent });
  replaceContentWindow(open);
  return areas;
}

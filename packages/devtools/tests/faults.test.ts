import type { TuffetError } from '@tuffet/hooks';
import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { createConsent } from '@tuffet/hooks/consent';
import { expect, test, vi } from 'vitest';
import { corruptEntry, saveState } from '../src/model/actions.ts';
import { readPage } from '../src/model/page-entries.ts';
import { startRecorder, usePage } from './page.ts';

type Pot = { name: string };

usePage();

const POT = { storage: 'local', key: 'pot' } as const;

function createPot(more: object = {}) {
  const codes: string[] = [];
  const onError = ({ code }: TuffetError) => void codes.push(code);
  const options = { storageModuleKey: 'pot', initial: { name: 'tea' }, onError, ...more };
  const pot = createLocalStorage<Pot>(options);
  return { pot, name: useStorage(pot).name, codes };
}

test('in full storage, a write that needs more space fails as in the browser', () => {
  const { pot, name, codes } = createPot();
  const recorder = startRecorder();
  recorder.simulate('full');
  expect(name.set('a long name')).toBe(false);
  expect(name.get()).toBe('tea');
  expect(codes).toEqual(['quota']);
  expect(() => localStorage.setItem('other', 'x')).toThrow(
    expect.objectContaining({ name: 'QuotaExceededError' }),
  );
  // The module puts the old entry back, which needs no more space than before.
  expect(pot.helper.setModule({ name: 'another long name' })).toBe(false);
  expect(localStorage.getItem('pot')).toBe('{"name":"tea"}');
  expect(name.set('t')).toBe(true);
  recorder.simulate('none');
  expect(name.set('a long name')).toBe(true);
});

test('in blocked storage, modules continue in memory, and return to the stored values', async () => {
  const { pot, name, codes } = createPot();
  const seen: string[] = [];
  name.subscribe((value) => void seen.push(value));
  const recorder = startRecorder();
  recorder.simulate('blocked');
  expect(codes).toEqual(['denied']);
  expect(pot.helper.isPersistent()).toBe(false);
  expect(name.get()).toBe('tea');
  expect(name.set('coffee')).toBe(true);
  expect(localStorage.getItem('pot')).toBe('{"name":"tea"}');
  expect(() => localStorage.setItem('other', 'x')).toThrow(
    expect.objectContaining({ name: 'SecurityError' }),
  );
  recorder.simulate('none');
  await Promise.resolve();
  expect(seen).toEqual(['coffee', 'tea']);
  expect(pot.helper.isPersistent()).toBe(true);
  expect(name.set('water')).toBe(true);
  expect(localStorage.getItem('pot')).toBe('{"name":"water"}');
});

test('modules that are created while storage is blocked are in memory, too', () => {
  const recorder = startRecorder();
  recorder.simulate('blocked');
  const { pot } = createPot();
  recorder.sync();
  expect(pot.helper.isPersistent()).toBe(false);
});

test('a corrupted entry is reported, and backed up by the next write', () => {
  const { name, codes } = createPot();
  name.set('coffee');
  const [entry] = readPage();
  expect(entry && corruptEntry(entry)).toBe('saved');
  expect(codes).toEqual(['corrupt']);
  expect(name.get()).toBe('tea');
  expect({ ...localStorage }).toEqual({ pot: '{"name":' });
  name.set('water');
  expect(localStorage.pot.trim()).toBe('{"name":"water"}');
  expect(localStorage.pot__backup1).toBe('{"name":');
});

test.each([false, true])('undoing restores the corrupted entry; after a write: %s', (isWritten) => {
  const { name } = createPot();
  name.set('coffee');
  const [entry] = readPage();
  const restore = saveState(POT);
  expect(entry && corruptEntry(entry)).toBe('saved');
  expect(name.get()).toBe('tea');
  if (isWritten) name.set('water');
  expect(restore?.()).toBe('saved');
  expect(name.get()).toBe('coffee');
  expect({ ...localStorage }).toEqual({ pot: '{"name":"coffee"}' });
});

test('consent that is denied while storage is blocked still applies when the simulation ends', () => {
  const consent = createConsent();
  consent.allow();
  const { pot, name } = createPot({ consent });
  const recorder = startRecorder();
  recorder.simulate('blocked');
  consent.deny();
  recorder.simulate('none');
  expect(pot.helper.isPersistent()).toBe(false);
  name.set('coffee');
  expect(localStorage.getItem('pot')).toBeNull();
});

test('consent that is allowed while storage is blocked applies when the simulation ends', () => {
  const consent = createConsent();
  const { pot, name } = createPot({ consent });
  const recorder = startRecorder();
  recorder.simulate('blocked');
  consent.allow();
  expect(pot.helper.isPersistent()).toBe(false);
  recorder.simulate('none');
  expect(pot.helper.isPersistent()).toBe(true);
  expect(name.set('coffee')).toBe(true);
  expect(localStorage.getItem('pot')).toBe('{"name":"coffee"}');
});

test('an error handler that throws keeps neither other modules persistent nor Storage patched', () => {
  const { setItem } = Storage.prototype;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const throwing = () => {
    throw new Error('handler');
  };
  createPot({ onError: throwing });
  const cup = createLocalStorage<Pot>({
    storageModuleKey: 'cup',
    initial: { name: 'tea' },
    onError: throwing,
  });
  const recorder = startRecorder();
  recorder.simulate('blocked');
  expect(cup.helper.isPersistent()).toBe(false);
  // Found when the modules return to storage.
  for (const key of ['pot', 'cup']) localStorage[key] = '{';
  recorder.stop();
  expect(cup.helper.isPersistent()).toBe(true);
  expect(Storage.prototype.setItem).toBe(setItem);
});

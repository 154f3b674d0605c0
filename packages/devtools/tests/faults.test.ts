import type { TuffetError } from '@tuffet/hooks';
import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { expect, test } from 'vitest';
import { corruptEntry } from '../src/model/actions.ts';
import { readPage } from '../src/model/page-entries.ts';
import { startRecorder, usePage } from './page.ts';

type Pot = { name: string };

usePage();

function createPot() {
  const codes: string[] = [];
  const onError = ({ code }: TuffetError) => void codes.push(code);
  const options = { storageModuleKey: 'pot', initial: { name: 'tea' }, onError };
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

test('a corrupted entry is reported, backed up and reset', () => {
  const { name, codes } = createPot();
  name.set('coffee');
  const [entry] = readPage();
  expect(entry && corruptEntry(entry)).toBe('saved');
  expect(codes).toEqual(['corrupt']);
  expect(name.get()).toBe('tea');
  expect(localStorage.getItem('pot__corrupt')).toBe('{"name":');
});

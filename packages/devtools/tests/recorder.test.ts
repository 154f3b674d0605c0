import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { createConsent } from '@tuffet/hooks/consent';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { callerOf } from '../src/model/timeline.ts';
import { startRecorder, summarize, usePage, writeElsewhere } from './page.ts';

type Pot = { n: number; name?: string };

usePage();

const createPot = (options = {}) =>
  createLocalStorage<Pot>({ storageModuleKey: 'pot', initial: { n: 1 }, ...options });

test('changes have the origin and the text before and after', () => {
  const pot = createPot();
  const recorder = startRecorder();
  pot.set({ n: 2 });
  localStorage.setItem('other', 'x');
  writeElsewhere('pot', '{"n":3}');
  recorder.runAs('devtools', () => pot.set({ n: 4 }));
  expect(recorder.getChanges().map(summarize)).toEqual([
    'module local pot: {"n":1} -> {"n":2}',
    'raw local other: null -> x',
    'tab local pot: {"n":2} -> {"n":3}',
    'devtools local pot: {"n":3} -> {"n":4}',
  ]);
});

test('the stack leads to the function that wrote', () => {
  const { n } = useStorage(createPot());
  const recorder = startRecorder();
  function brewTea() {
    n.set(2);
  }
  function bypass() {
    localStorage.setItem('pot', '{"n":3}');
  }
  brewTea();
  bypass();
  const callers = recorder.getChanges().map(({ stack }) => stack);
  expect(callers[0]).toContain('brewTea');
  expect(callers[1]?.split('\n')[0]).toContain('bypass');
});

test('a replaced entry is one change', () => {
  const pot = createPot();
  const recorder = startRecorder();
  pot.set({ n: 7 });
  pot.storageModule.clear();
  expect(recorder.getChanges().map(summarize).slice(-1)).toEqual([
    'module local pot: {"n":7} -> {}',
  ]);
});

test('an assignment is found by the next sync, without a stack', () => {
  const recorder = startRecorder();
  localStorage.pot = 'x';
  recorder.sync();
  expect(recorder.getChanges().map(summarize)).toEqual(['raw local pot: null -> x']);
  expect(recorder.getChanges()[0]?.stack).toBe('');
});

test('a write of another tab that was seen before its event is attributed to that tab', () => {
  const recorder = startRecorder();
  localStorage.pot = 'x';
  recorder.sync();
  writeElsewhere('pot', 'x');
  expect(recorder.getChanges().map(summarize)).toEqual(['tab local pot: null -> x']);
});

test('modules in memory are recorded, also those created later', () => {
  const recorder = startRecorder();
  const pot = createPot({ consent: createConsent() });
  recorder.sync();
  pot.set({ n: 2 });
  expect(recorder.getChanges().map(summarize)).toEqual(['module memory pot: {} -> {"n":2}']);
});

test('protection that starts later still works, and blocked writes are not recorded', () => {
  const recorder = startRecorder();
  const pot = createPot();
  recorder.clear();
  pot.helper.protect();
  expect(() => localStorage.setItem('pot', 'x')).toThrow('protected-key');
  expect(recorder.getChanges()).toEqual([]);
  pot.helper.cancelProtect();
  localStorage.setItem('pot', '{"n":9}');
  expect(recorder.getChanges().map(summarize)).toEqual(['raw local pot: {"n":1} -> {"n":9}']);
});

test('listeners are called once per turn', async () => {
  const recorder = startRecorder();
  let calls = 0;
  await Promise.resolve();
  recorder.subscribe(() => {
    calls += 1;
  });
  for (let i = 0; i < 100; i += 1) localStorage.setItem('key', `${i}`);
  await Promise.resolve();
  expect(calls).toBe(1);
});

test('after the end, Storage has its own methods, and nothing is recorded', () => {
  const { setItem } = Storage.prototype;
  const recorder = startRecorder();
  expect(Storage.prototype.setItem).not.toBe(setItem);
  recorder.stop();
  expect(Storage.prototype.setItem).toBe(setItem);
  createPot().set({ n: 2 });
  expect(recorder.getChanges()).toEqual([]);
});

const write = fc.record({
  way: fc.constantFrom('set', 'remove', 'clear', 'assign', 'tab', 'module'),
  storage: fc.constantFrom('local' as const, 'session' as const),
  key: fc.constantFrom('a', 'b', 'pot'),
  text: fc.constantFrom('{"n":1}', '{"n":2}', '{"n":3,"name":"x"}'),
});

type Write = typeof write extends fc.Arbitrary<infer W> ? W : never;

function apply(pot: ReturnType<typeof createPot>, { way, storage, key, text }: Write): void {
  const area = storage === 'local' ? localStorage : sessionStorage;
  const ways = {
    set: () => area.setItem(key, text),
    remove: () => area.removeItem(key),
    clear: () => area.clear(),
    assign: () => Object.assign(area, { [key]: text }),
    tab: () => writeElsewhere(key, text),
    module: () => pot.set(JSON.parse(text)),
  };
  ways[way]();
}

const readAll = (): [string, string][] =>
  Object.entries({ local: localStorage, session: sessionStorage }).flatMap(([name, area]) =>
    Object.entries<string>({ ...area }).map(([key, text]): [string, string] => [
      `${name}:${key}`,
      text,
    ]),
  );

test('applying the recorded changes in order leads to the stored entries', () => {
  const check = (writes: readonly Write[]): void => {
    localStorage.clear();
    sessionStorage.clear();
    const pot = createPot();
    pot.helper.setModule({ n: 1 });
    const recorder = startRecorder();
    const texts = new Map<string, string | null>(readAll());
    for (const one of writes) apply(pot, one);
    recorder.sync();
    for (const { storage, key, before, after } of recorder.getChanges()) {
      expect(texts.get(`${storage}:${key}`) ?? null).toBe(before);
      texts.set(`${storage}:${key}`, after);
    }
    recorder.stop();
    const left = [...texts].filter(([, text]) => text !== null);
    expect(new Map(left)).toEqual(new Map(readAll()));
  };
  fc.assert(fc.property(fc.array(write, { maxLength: 20 }), check), { numRuns: 50 });
});

test.each([
  ['at save (https://app.example/src/form.ts?t=17:12:3)', 'save (form.ts:12)'],
  ['at https://app.example/src/form.ts:12:3', 'form.ts:12'],
  ['save@https://app.example/src/form.ts:12:3', 'save (form.ts:12)'],
  ['at async Form.save (https://app.example/form.js:1:30)', 'Form.save (form.js:1)'],
  [
    'at commit (https://app.example/node_modules/.vite/deps/@tuffet_hooks.js:5:1)\nat save (https://app.example/a.ts:2:3)',
    'save (a.ts:2)',
  ],
  [
    'at setRaw (https://app.example/app.js:1:1)\nat Object.commit [as set] (https://app.example/app.js:2:1)\nat HTMLButtonElement.save (https://app.example/app.js:9:1)',
    'HTMLButtonElement.save (app.js:9)',
  ],
  ['', undefined],
])('the caller in %j', (stack, caller) => {
  expect(callerOf({ stack, origin: 'module' })).toBe(caller);
});

import { expect, test } from 'vitest';
import { openFrame } from './open-frame.ts';

/** Replaces members of some objects. Collects the names first, while that still works. */
const replace = (objects: string, how: string) => `
  const targets = [${objects}].flatMap((object) => Reflect.ownKeys(object).map((name) => [object, name]));
  const { defineProperty } = Object;
  for (let i = 0; i < targets.length; i += 1) {
    const object = targets[i][0];
    const name = targets[i][1];
    try { ${how} } catch {}
  }`;
const METHODS = `if (typeof object[name] === 'function') object[name] = () => { throw 'tampered'; };`;
const MEMBERS = `defineProperty(object, name, { get() { throw 'tampered'; } });`;

const ATTACKS: Readonly<Record<string, string>> = {
  'the methods of arrays, maps, promises and functions': replace(
    `Array.prototype, Map.prototype, Set.prototype, WeakMap.prototype, Promise.prototype,
     String.prototype, RegExp.prototype, Function.prototype, Object.prototype`,
    METHODS,
  ),
  'the functions of the language': replace(
    'Object, Reflect, JSON, Math, Number, Symbol, Promise, Array, String',
    METHODS,
  ),
  'what everything inherits': `
    const names = ['0', '1', 'type', 'text', 'level', 'key', 'entries', 'link', 'version', 'get', 'set', 'value'];
    for (const prototype of [Array.prototype, Object.prototype])
      names.forEach((name) =>
        Object.defineProperty(prototype, name, {
          __proto__: null, configurable: true, get: () => 'tampered', set() { throw 'tampered'; },
        }));`,
  'ports, events and timers': `${replace(
    `MessagePort.prototype, MessageEvent.prototype, EventTarget.prototype, Event.prototype,
     ErrorEvent.prototype, MessageChannel.prototype, Window.prototype`,
    MEMBERS,
  )}
    const names = ['postMessage', 'setTimeout', 'setInterval', 'requestAnimationFrame'];
    for (const name of names) window[name] = () => { throw 'tampered'; };`,
  'the constructors': `
    const names = ['Object', 'Array', 'Map', 'WeakMap', 'Promise', 'Error', 'TypeError', 'Proxy', 'Reflect'];
    for (const name of [...names, 'JSON', 'String', 'Function', 'MessageChannel', 'StorageEvent', 'performance'])
      try { window[name] = undefined; } catch {}`,
  'what measures': `performance.now = Date.now = () => 0;
    ${replace(
      `Performance.prototype, Range.prototype, DOMRect.prototype, DOMRectReadOnly.prototype,
       Element.prototype, Document.prototype, HTMLElement.prototype, Node.prototype`,
      MEMBERS,
    )}`,
  'the storage': `
    for (const name of ['getItem', 'setItem', 'removeItem', 'clear', 'key', 'length'])
      Object.defineProperty(Storage.prototype, name, { get: () => () => 'tampered' });
    for (const name of ['localStorage', 'sessionStorage', 'Storage'])
      Object.defineProperty(window, name, { value: undefined });`,
};

test.each(Object.entries(ATTACKS))(
  'the page still receives everything if a sample replaces %s',
  async (_, attack) => {
    const frame = await openFrame(`
    const storage = localStorage;
    const { log } = console;
    const root = document.getElementById('root');
    const wait = setTimeout.bind(window);
    wait(() => log('late', 1), 40);
    wait(() => { throw 'thrown'; }, 60);
    root.innerHTML = '<p style="height: 100px">text</p>';
    storage.before = '1';
    ${attack}
    storage.after = '2';
    log('text', 'more', 7, { a: [true, null] });
  `);
    await frame.until('done');
    frame.post({ type: 'storage', key: 'other', text: '3' });
    frame.post({ type: 'ping', id: 1 });
    await frame.until('pong');
    await frame.until('stored', ({ entries }) => entries.length === 3);
    await frame.until('line', ({ level }) => level === 'uncaught');
    expect(
      frame
        .of('stored')
        .at(-1)
        ?.entries.map(({ key, text }) => [key, text]),
    ).toEqual([
      ['before', '1'],
      ['after', '2'],
      ['other', '3'],
    ]);
    expect(frame.of('write').map(({ key, text }) => [key, text])).toEqual([
      ['before', '1'],
      ['after', '2'],
    ]);
    expect(frame.of('height').map(({ height }) => height)).toContain(134);
    expect(frame.lines()).toEqual([
      'text more 7 { a: [ true, null ] }',
      'late 1',
      'Uncaught thrown',
    ]);
  },
);

test('a sample can replace the console', async () => {
  const frame = await openFrame(`console.log = () => {}; console.log('x'); console.warn('y');`);
  await frame.until('done');
  await expect.poll(() => frame.lines()).toEqual(['Warning: y']);
});

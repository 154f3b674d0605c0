import { describe, expect, onTestFinished, test } from 'vitest';
import { createStart, linesOf, loadFrame, openFrame, startFrame } from './open-frame.ts';

/** Takes longer than an iframe that was started before needs to respond. */
const runAnother = () => linesOf('');

/** In a sample: waits until earlier timers and events were handled. */
const TURNS = 'for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setTimeout(resolve));';

describe('a program', () => {
  test('imports its other modules once, and after those that await', async () => {
    const lines = await linesOf({
      'a/sample.ts': `
        import { value } from './late';
        import '../b/shared';
        import * as again from './late.ts';
        console.log('sample', value, again.value);
      `,
      'a/late.ts': `
        import '../b/shared';
        console.log('late begins');
        await new Promise((resolve) => setTimeout(resolve));
        export const value = 7;
      `,
      'b/shared.ts': `console.log('shared');`,
    });
    expect(lines).toEqual(['shared', 'late begins', 'sample 7 7']);
  });

  test('can import the packages, and reports others as unavailable', async () => {
    expect(await linesOf(`import 'react'; console.log('never');`)).toEqual([
      "Uncaught Error: Package 'react' is not available here.",
    ]);
    expect(await linesOf(`import './missing'; console.log('never');`)).toEqual([
      "Uncaught Error: Module './missing' not found (imported from 'sample.ts').",
    ]);
    const names = ['core', 'core/adapter', 'core/testing', 'hooks', 'hooks/adapter'];
    const more = ['hooks/schema', 'hooks/serializer', 'shared'];
    const imports = [...names, ...more].map(
      (name, i) => `import * as m${i} from '@tuffet/${name}';`,
    );
    const sizes = imports.map((_, i) => `Object.keys(m${i}).length > 0`);
    expect(await linesOf(`${imports.join('\n')} console.log([${sizes}].every(Boolean));`)).toEqual([
      'true',
    ]);
  });

  test('can read entries that were stored before, without an event', async () => {
    const lines = await linesOf(
      `addEventListener('storage', () => console.log('event'));
       console.log(localStorage.a, sessionStorage.getItem('b'), localStorage.length);
       ${TURNS}`,
      {
        entries: [
          { storage: 'local', key: 'a', text: '1' },
          { storage: 'session', key: 'b', text: '2' },
        ],
      },
    );
    expect(lines).toEqual(['1 2 1']);
  });
});

describe('uncaught errors', () => {
  test('are reported with a link to the documentation', async () => {
    const frame = await openFrame(`
      import { createLocalStorage } from '@tuffet/hooks';
      setTimeout(() => { throw new TypeError('late'); });
      Promise.reject('a reason');
      createLocalStorage({ storageModuleKey: 'a', initial: {}, version: 0 });
    `);
    await frame.until('done');
    const [first, ...rest] = frame.of('line').sort((a, b) => (a.text < b.text ? -1 : 1));
    expect(first).toMatchObject({
      level: 'uncaught',
      text: expect.stringMatching(/^TuffetError: \[tuffet\] invalid-options "a"/),
      link: expect.stringMatching(/#error-invalid-options$/),
    });
    expect(rest).toEqual([
      { type: 'line', level: 'uncaught', text: 'TypeError: late' },
      { type: 'line', level: 'uncaught', text: 'a reason' },
    ]);
  });

  test('of a module with top-level await are reported once', async () => {
    expect(await linesOf(`await null; throw new RangeError('after');`)).toEqual([
      'Uncaught RangeError: after',
    ]);
  });
});

describe('entries', () => {
  test('are reported with the version and protection of the module', async () => {
    const frame = await openFrame(`
      import { createLocalStorage, createSessionStorage } from '@tuffet/hooks';
      createLocalStorage({ storageModuleKey: 'user', initial: { n: 1 }, version: 12, protect: true });
      createSessionStorage({ storageModuleKey: 'visit', initial: { n: 1 } });
      localStorage.setItem('raw_v3', 'text');
    `);
    await frame.until('done');
    expect(frame.of('stored').at(-1)?.entries).toEqual([
      { key: 'user_v12', storage: 'local', text: '{"n":1}', version: 12, isProtected: true },
      { key: 'raw_v3', storage: 'local', text: 'text', isProtected: false },
      { key: 'visit', storage: 'session', text: '{"n":1}', version: 1, isProtected: false },
    ]);
  });

  test('are reported when a click changes only the protection', async () => {
    const frame = await openFrame(`
      import { createLocalStorage } from '@tuffet/hooks';
      const { helper } = createLocalStorage({ storageModuleKey: 'user', initial: { n: 1 } });
      const button = document.body.appendChild(document.createElement('button'));
      button.onclick = () => helper.protect();
      addEventListener('storage', () => button.click());
    `);
    await frame.until('done');
    expect(frame.of('stored').at(-1)?.entries[0]?.isProtected).toBe(false);
    frame.post({ type: 'storage', key: 'signal', text: '1' });
    await frame.until('stored', ({ entries }) => entries[0]?.isProtected === true);
  });

  test('are reported once for several changes, and not without a change', async () => {
    const frame = await openFrame(`
      for (let i = 0; i < 100; i += 1) localStorage.setItem('n', i);
      ${TURNS}
      localStorage.setItem('n', 99);
    `);
    await frame.until('done');
    expect(frame.of('stored').map(({ entries }) => entries[0]?.text)).toEqual(['99']);
  });

  test('in local storage are sent to other tabs write by write', async () => {
    const frame = await openFrame(`
      localStorage.setItem('a', '1');
      localStorage.a = '1';
      sessionStorage.a = '1';
      delete localStorage.a;
      localStorage.removeItem('a');
      localStorage.b = '2';
      localStorage.clear();
      localStorage.clear();
      localStorage.c = '3';
    `);
    await frame.until('done');
    expect(frame.of('write')).toEqual([
      { type: 'write', key: 'a', text: '1' },
      { type: 'write', key: 'a', text: null },
      { type: 'write', key: 'b', text: '2' },
      { type: 'write', key: null, text: null },
      { type: 'write', key: 'c', text: '3' },
    ]);
  });

  test('that are written very often are sent to other tabs with their last value', async () => {
    const frame = await openFrame(`
      for (let i = 0; i < 20_000; i += 1) localStorage.setItem('k' + (i % 3), i);
    `);
    await frame.until('done');
    const writes = frame.of('write');
    expect(writes.length).toBeLessThan(1000);
    const last = new Map(writes.map(({ key, text }) => [key, text]));
    expect([...last].sort()).toEqual([
      ['k0', '19998'],
      ['k1', '19999'],
      ['k2', '19997'],
    ]);
  });

  test('that another tab writes cause an event, as in a browser', async () => {
    const frame = await openFrame(
      `addEventListener('storage', ({ key, oldValue, newValue, storageArea, constructor }) => {
         console.log(key, oldValue, newValue, storageArea === localStorage, constructor === StorageEvent);
       });`,
      { entries: [{ storage: 'local', key: 'a', text: '1' }] },
    );
    await frame.until('done');
    frame.post({ type: 'storage', key: 'a', text: '2' });
    frame.post({ type: 'storage', key: 'b', text: '3' });
    frame.post({ type: 'storage', key: 'b', text: null });
    frame.post({ type: 'storage', key: null, text: null });
    await expect.poll(() => frame.lines()).toHaveLength(4);
    expect(frame.lines()).toEqual([
      'a 1 2 true true',
      'b null 3 true true',
      'b 3 null true true',
      'null null null true true',
    ]);
    await frame.until('stored', ({ entries }) => entries.length === 0);
    expect(frame.of('write')).toEqual([]);
  });
});

describe('iframes of a sample', () => {
  test('have their own Storage class with the same entries, and events in both directions', async () => {
    const lines = await linesOf(`
      const frame = document.createElement('iframe');
      console.log(frame.contentWindow);
      document.body.append(frame);
      const other = frame.contentWindow;
      addEventListener('storage', ({ key, storageArea }) => console.log('here', key, storageArea === localStorage));
      other.addEventListener('storage', ({ key, storageArea }) => console.log('there', key, storageArea === other.localStorage));
      console.log(other === frame.contentWindow, other.Storage === Storage, other.localStorage === localStorage);
      console.log(other.localStorage instanceof other.Storage, other.localStorage instanceof Storage);
      other.localStorage.a = '1';
      console.log(localStorage.a);
      other.Storage.prototype.setItem.call(localStorage, 'b', '2');
      console.log(other.localStorage.getItem('b'));
      ${TURNS}
      frame.remove();
      console.log(frame.contentWindow);
    `);
    expect(lines).toEqual([
      'null',
      'true false false',
      'true false',
      '1',
      '2',
      'here a true',
      'there b true',
      'null',
    ]);
  });

  test('receive no events after they were removed', async () => {
    const lines = await linesOf(`
      const frames = [1, 2].map(() => document.body.appendChild(document.createElement('iframe')));
      frames.forEach(({ contentWindow }, i) =>
        contentWindow.addEventListener('storage', ({ newValue }) => console.log(i, newValue)));
      const write = async (text) => {
        localStorage.a = text;
        ${TURNS}
      };
      await write('one');
      frames[0].remove();
      await write('two');
    `);
    expect(lines).toEqual(['0 one', '1 one', '1 two']);
  });
});

describe('the preview', () => {
  test('shows the React components that a file exports, sorted by name', async () => {
    const frame = await openFrame(
      {
        'Sample.tsx': `
          import { useState } from 'react';
          export const lower = () => 1;
          export function Zebra() { return <p>zebra</p>; }
          export default function Main() { return <b>{useState(3)[0]}</b>; }
          export const Ape = () => <p>ape</p>;
          const root = document.getElementById('root');
          new MutationObserver(() => console.log(root.textContent))
            .observe(root, { childList: true, subtree: true });
        `,
      },
      { framework: 'react' },
    );
    await expect.poll(() => frame.lines().at(-1)).toBe('apezebra3');
  });

  test('reports its height, and 0 while it is empty', async () => {
    const frame = await openFrame(`
      document.body.append(document.createElement('iframe'));
      const steps = [
        () => document.body.insertAdjacentHTML('beforeend', '<p style="height: 100px">text</p>'),
        () => { document.querySelector('p').style.height = '300px'; },
        () => document.querySelector('p').remove(),
      ];
      addEventListener('storage', () => steps.shift()());
    `);
    const heights = () => frame.of('height').map(({ height }) => height);
    for (const expected of [[0], [0, 134], [0, 134, 334], [0, 134, 334, 0]]) {
      await expect.poll(() => heights()).toEqual(expected);
      frame.post({ type: 'storage', key: 'signal', text: `${expected.length}` });
    }
  });
});

describe('the iframe', () => {
  test('starts only once', async () => {
    const element = await loadFrame();
    const first = startFrame(element, await createStart(`console.log('first');`));
    const second = startFrame(element, await createStart(`console.log('second');`));
    await first.until('done');
    const third = startFrame(element, await createStart(`console.log('third');`));
    await runAnother();
    expect([first.lines(), second.messages, third.messages]).toEqual([['first'], [], []]);
  });

  test.each([
    `location.href = 'https://elsewhere.example/';`,
    `location.assign('/');`,
    'location.reload();',
    `document.head.innerHTML = '<meta http-equiv=refresh content="0; https://elsewhere.example/">';`,
  ])('blocks navigation and reports it: %s', async (navigation) => {
    const violations: string[] = [];
    const note = ({ blockedURI }: SecurityPolicyViolationEvent) => violations.push(blockedURI);
    document.addEventListener('securitypolicyviolation', note);
    onTestFinished(() => document.removeEventListener('securitypolicyviolation', note));
    const frame = await openFrame(navigation);
    await expect.poll(() => frame.hasLeft()).toBe(true);
    expect(violations).toEqual([]);
  });

  test('ignores links, and dispatches submit events', async () => {
    const lines = await linesOf(`
      document.body.innerHTML = '<a href="#x">link</a><form><input required><button>Go</button></form>';
      const form = document.querySelector('form');
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        console.log('submitted', event.submitter?.textContent);
      });
      document.querySelector('a').click();
      document.querySelector('button').click();
      document.querySelector('input').value = 'x';
      document.querySelector('button').click();
      ${TURNS}
      console.log('still here');
    `);
    expect(lines).toEqual(['submitted Go', 'still here']);
  });
});

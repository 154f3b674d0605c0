import { attributes, create } from '@tuffet/analytics';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from './contract.ts';
import { FakeServer } from './fake-server.ts';
import { restorePage, setNavigator, setReferrer } from './page.ts';

const FIELDS = contract.record_fields;
const ALWAYS = FIELDS.filter(({ mode }) => mode === 'always').map(({ name }) => name);
const start = location.href;

beforeEach(() => setReferrer('https://before.example/'));

afterEach(() => {
  history.replaceState(null, '', start);
  restorePage();
});

describe('the basics', () => {
  test('are the location, the referrer and the source', {
    tags: ['analytics-record-basics', 'analytics-record-source'],
  }, async () => {
    history.replaceState(null, '', '/guide/?source=feed&x=1');
    expect(await attributes()).toEqual({
      siteLocation: `${location.origin}/guide/?source=feed&x=1`,
      siteReferrer: 'https://before.example/',
      source: 'feed',
    });
  });

  test('never include the fragment', {
    tags: ['analytics-record-basics'],
  }, async () => {
    for (const fragment of ['', '#', '#top', '#live=a~b#c', '#/?source=x']) {
      history.replaceState(null, '', `/guide/?x=1${fragment}`);
      expect(await attributes()).toMatchObject({ siteLocation: `${location.origin}/guide/?x=1` });
    }
  });

  test('omit the referrer and the source if there is none', {
    tags: ['analytics-record-basics'],
  }, async () => {
    setReferrer('');
    for (const query of ['', '?', '?source=', '?resource=x', '?x=source=y']) {
      history.replaceState(null, '', `/${query}`);
      expect(JSON.parse(JSON.stringify(await attributes()))).toEqual({
        siteLocation: location.href,
      });
    }
  });

  test('contain the decoded source, whatever characters it has', {
    tags: ['analytics-record-source'],
  }, async () => {
    // A lone surrogate can't be part of a URL.
    const texts = fc.string({ minLength: 1, unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (source, other) => {
        const query = new URLSearchParams({ a: other, source, z: other });
        history.replaceState(null, '', `/?${query}`);
        expect((await attributes()).source).toBe(source);
      }),
      // Browsers throttle pages that change their URL too often.
      { numRuns: 50 },
    );
  });
});

describe('detailed mode', () => {
  test('adds exactly the fields of the contract, each of its type', {
    tags: [
      'analytics-record-language',
      'analytics-record-screen',
      'analytics-record-device',
      'analytics-record-system',
      'analytics-record-browser',
      'analytics-record-window',
    ],
  }, async () => {
    history.replaceState(null, '', '/?source=feed');
    const found: Record<string, unknown> = { ...(await attributes(true)) };
    expect(Object.keys(found).sort()).toEqual(FIELDS.map(({ name }) => name).sort());
    for (const { name, type } of FIELDS) {
      if (type === 'number') expect(found[name]).toBeTypeOf('number');
      else expect(found[name] ?? '').toBeTypeOf('string');
    }
  });

  test('contains the first two letters of the language', {
    tags: ['analytics-record-language'],
  }, async () => {
    for (const [language, letters] of [
      ['zh-CN', 'zh'],
      ['en', 'en'],
      ['fil-PH', 'fi'],
    ]) {
      setNavigator('language', language);
      expect((await attributes(true)).siteLanguage).toBe(letters);
    }
  });

  test('is on only if it is exactly true', {
    tags: ['analytics-detailed-exact', 'analytics-record-sparse'],
  }, async () => {
    const server = new FakeServer();
    for (const value of [true, undefined, false, null, 1, 'true', {}]) {
      const detailed = value as boolean;
      const client = create('https://stats.example', { ignoreLocalhost: false, detailed });
      const recording = client.record('domain');
      await recording.id;
      recording.stop();
      const names = Object.keys(server.last.variables.input as object);
      if (value === true) expect(names.length).toBeGreaterThan(10);
      else expect(ALWAYS).toEqual(expect.arrayContaining(names));
      const given = Object.keys(await attributes(detailed));
      expect(given.length > 10).toBe(value === true);
    }
  });

  test('that fails returns the basic attributes', async () => {
    setNavigator('language', undefined);
    expect(Object.keys(await attributes(true))).toEqual(ALWAYS);
  });
});

test('attributes of the caller are sent unchanged', async () => {
  const server = new FakeServer();
  const client = create('https://stats.example', { ignoreLocalhost: false, detailed: true });
  const own = { siteLocation: 'https://tuffet.example/own', browserName: 'Mine' };
  const recording = client.record('domain', own);
  await recording.id;
  recording.stop();
  expect(server.last.variables.input).toEqual(own);
  vi.unstubAllGlobals();
});

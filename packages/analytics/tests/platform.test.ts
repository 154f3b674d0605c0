import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { readClientHints } from '../src/client-hints.ts';
import { parseUserAgent } from '../src/user-agent.ts';
import { restorePage, setNavigator } from './page.ts';
import { rowOf, USER_AGENTS } from './user-agents.ts';

afterEach(restorePage);

const TAGS = ['analytics-record-device', 'analytics-record-system', 'analytics-record-browser'];

describe('a user agent', { tags: TAGS }, () => {
  test.each(USER_AGENTS)('%s', (userAgent, expected) => {
    expect(rowOf(parseUserAgent(userAgent))).toEqual(expected);
  });

  test('of any form is parsed without an error', () => {
    const parts = fc.constantFrom('Android 1', '; ', 'Build/', ')', '(iPhone', ' OS ', '1_1', 'K');
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string())), (pieces) => {
        expect(Object.keys(parseUserAgent(pieces.join('')))).toHaveLength(6);
      }),
    );
    // In quadratic time, this would time out.
    parseUserAgent(`Android 1; ${'a '.repeat(1_000_000)}`);
  });
});

/** Client hints of a browser; the first brand is a GREASE brand. */
function setHints(
  brands: Record<string, string>,
  platform: string,
  asked: { model?: string; platformVersion?: string },
  mobile = false,
): string[] {
  const questions: string[] = [];
  setNavigator('userAgentData', {
    brands: Object.entries({ 'Not;A=Brand': '8', ...brands }).map(([brand, version]) => ({
      brand,
      version,
    })),
    mobile,
    platform,
    getHighEntropyValues: async (hints: string[]) => {
      questions.push(...hints);
      return asked;
    },
  });
  return questions;
}

const CHROME = { Chromium: '156', 'Google Chrome': '156' };

describe('client hints', { tags: TAGS }, () => {
  test('are only requested for the model and the version of the system', async () => {
    const questions = setHints(
      CHROME,
      'Android',
      { model: 'Pixel 8', platformVersion: '14.0.0' },
      true,
    );
    expect(rowOf(await readClientHints())).toEqual([
      'Chrome Mobile',
      '156.0.0.0',
      'Android',
      '14',
      'Pixel 8',
      'Google',
    ]);
    expect(questions).toEqual(['model', 'platformVersion']);
  });

  test.each([
    ['Windows', '15.0.0', '11'],
    ['Windows', '13.0.0', '11'],
    ['Windows', '10.0.0', '10'],
    ['Windows', '0.3.0', null],
    ['macOS', '14.5.0', '14.5'],
    ['macOS', '15.0.0', '15'],
    ['Android', '10.0.0', '10'],
    ['Linux', '6.5.0', null],
    ['Chrome OS', '14541.0.0', null],
    ['', '', null],
  ])('derive the version of %s from %s: %s', async (platform, platformVersion, expected) => {
    setHints(CHROME, platform, { platformVersion });
    expect((await readClientHints())?.osVersion).toBe(expected);
    expect((await readClientHints())?.osName).toBe(platform || null);
  });

  test.each([
    [CHROME, 'Chrome', '156.0.0.0'],
    [{ Chromium: '156', HeadlessChrome: '156' }, 'Chrome', '156.0.0.0'],
    [{ Chromium: '156' }, 'Chrome', '156.0.0.0'],
    [{ Chromium: '156', 'Microsoft Edge': '156' }, 'Microsoft Edge', '156.0.0.0'],
    [{ Opera: '120', Chromium: '135' }, 'Opera', '120.0.0.0'],
    [{ Chromium: '130', 'Samsung Internet': '28.0' }, 'Samsung Internet', '28.0'],
    [{}, null, null],
  ])('name the browser of %o: %s %s', async (brands, name, version) => {
    setHints(brands as Record<string, string>, 'Linux', {});
    const found = await readClientHints();
    expect([found?.browserName, found?.browserVersion]).toEqual([name, version]);
  });

  test.each([
    ['SM-S901B', 'Samsung'],
    ['Pixel 8', 'Google'],
    ['moto g84', 'Motorola'],
    ['Redmi Note 12', 'Xiaomi'],
    ['CPH2447', null],
    ['', null],
  ])('identify the manufacturer of %s: %s', async (model, maker) => {
    setHints(CHROME, 'Android', { model }, true);
    const found = await readClientHints();
    expect([found?.deviceName, found?.deviceManufacturer]).toEqual([model || null, maker]);
  });

  test('are undefined if the browser has none or a policy blocks them', async () => {
    setNavigator('userAgentData', undefined);
    expect(await readClientHints()).toBeUndefined();
    setNavigator('userAgentData', {
      getHighEntropyValues: () => Promise.reject(new DOMException('', 'NotAllowedError')),
    });
    expect(await readClientHints()).toBeUndefined();
  });
});

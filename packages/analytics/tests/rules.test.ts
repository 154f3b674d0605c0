import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBot, isLocalHost, isOwnerId, wantsPrivacy } from '../src/rules.ts';
import { contract } from './contract.ts';

const { hosts, bots, owner_id: ownerId } = contract.skipped;

test('the hosts of the contract are local, and so is ::1 as browsers write it', {
  tags: ['analytics-skip-localhost'],
}, () => {
  expect(hosts).toEqual(['', 'localhost', '127.0.0.1', '::1']);
  expect([...hosts, new URL('http://[::1]/').hostname].every(isLocalHost)).toBe(true);
});

test('no other host is local', { tags: ['analytics-skip-localhost'] }, () => {
  const near = ['localhost.example', 'my.localhost', '127.0.0.2', '0.0.0.0', 'LOCALHOST', '[::2]'];
  expect(near.filter(isLocalHost)).toEqual([]);
  fc.assert(fc.property(fc.domain(), (host) => !isLocalHost(host)));
});

test('a user agent is a bot if it contains one of the words, in any case', {
  tags: ['analytics-skip-bots'],
}, () => {
  expect(bots).toEqual(['bot', 'crawler', 'spider', 'crawling']);
  const word = fc.constantFrom(...bots).chain((letters) => fc.mixedCase(fc.constant(letters)));
  fc.assert(
    fc.property(fc.string(), word, fc.string(), (before, inside, after) =>
      isBot(before + inside + after),
    ),
  );
  fc.assert(
    fc.property(
      fc.string().filter((text) => !bots.some((name) => text.toLowerCase().includes(name))),
      (text) => !isBot(text),
    ),
  );
});

test('headless Chrome is not a bot', {
  tags: ['analytics-skip-bots'],
}, () => {
  const headless =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36';
  expect(isBot(headless)).toBe(false);
});

test('only the id of eights is that of the owner', {
  tags: ['analytics-owner-id'],
}, () => {
  expect(ownerId).toMatch(/^8{8}(-8{4}){3}-8{12}$/);
  expect(isOwnerId(ownerId)).toBe(true);
  expect([undefined, '', '8', ownerId.replaceAll('-', '')].some(isOwnerId)).toBe(false);
  fc.assert(fc.property(fc.uuid(), (id) => !isOwnerId(id)));
});

test('Global Privacy Control and Do Not Track are privacy signals', () => {
  const signals = [
    { globalPrivacyControl: true, doNotTrack: null },
    { globalPrivacyControl: false, doNotTrack: '1' },
    { globalPrivacyControl: false, doNotTrack: 'unspecified' },
    {},
  ];
  expect(signals.map(wantsPrivacy)).toEqual([true, true, false, false]);
});

import { detect } from '@tuffet/analytics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, RECORD_ID } from './fake-server.ts';
import { restorePage } from './page.ts';

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
});

afterEach(restorePage);

function addTag(data: DOMStringMap, name = 'script'): void {
  const tag = document.createElement(name);
  Object.assign(tag.dataset, data);
  document.body.append(tag);
}

test('a tag with domain, server and options creates a record', {
  tags: ['analytics-tags'],
}, async () => {
  addTag({
    ackeeDomainId: 'domain-9',
    ackeeServer: 'https://stats.example/',
    ackeeOpts: '{"ignoreLocalhost":false,"ignoreOwnVisits":false,"detailed":true}',
  });
  const found = detect();
  expect(await found?.recording.id).toBe(RECORD_ID);
  expect(server.last.address).toBe('https://stats.example/api');
  expect(server.last.init.credentials).toBe('same-origin');
  expect(server.last.variables).toMatchObject({
    domainId: 'domain-9',
    input: { siteLocation: location.href, screenWidth: screen.width },
  });
  await vi.advanceTimersByTimeAsync(15000);
  expect(server.count('updateRecord')).toBe(1);
  expect(await found?.client.action('e', { key: 'k', value: 1 })).toBe('action-1');
  found?.recording.stop();
});

test('the first tag is used, whatever element it is', { tags: ['analytics-tags'] }, async () => {
  const ackeeOpts = '{"ignoreLocalhost":false}';
  addTag({ ackeeDomainId: 'first', ackeeOpts }, 'div');
  addTag({ ackeeDomainId: 'second', ackeeOpts });
  const found = detect();
  await found?.recording.id;
  found?.recording.stop();
  expect(server.sent.map(({ variables }) => variables.domainId)).toEqual(['first']);
  expect(server.last.address).toBe('/api');
});

test('without a tag nothing happens', { tags: ['analytics-tags'] }, () => {
  addTag({ ackeeServer: 'https://stats.example' });
  expect(detect()).toBeUndefined();
  expect(server.sent).toEqual([]);
});

test('without options the defaults apply: a visit on localhost is skipped', {
  tags: ['analytics-tags', 'analytics-ignore-localhost-default'],
}, async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const ackeeOpts of ['', '{}', 'null']) {
    document.body.replaceChildren();
    addTag({ ackeeDomainId: 'd', ackeeOpts });
    expect(await detect()?.recording.id).toBeUndefined();
  }
  expect(warn).toHaveBeenCalledTimes(3);
  expect(server.sent).toEqual([]);
});

test('options that are not valid JSON throw', () => {
  addTag({ ackeeDomainId: 'd', ackeeOpts: '{detailed: true}' });
  expect(detect).toThrow(SyntaxError);
  expect(server.sent).toEqual([]);
});

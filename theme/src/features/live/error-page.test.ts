import { afterEach, expect, test } from 'vitest';
import { sampleChrome } from '../../testing/samples';
import { errorPage } from './error-page';

const english = sampleChrome();
const chinese = sampleChrome({ prefix: '/zh/' });

afterEach(() => document.head.replaceChildren());

function liveAt(address: string): void {
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = address;
  document.head.append(link);
}

test('a path of the site is a page of it', () => {
  expect(errorPage('/base/guide/errors.html#error-full', english)).toBe(
    '/base/guide/errors.html#error-full',
  );
  expect(errorPage(`${location.origin}/base/a.html`, english)).toBe('/base/a.html');
});

test('the address at which the site is at home leads to where it is looked at', () => {
  const link = 'https://site.example/base/a.html#error-full';
  expect(errorPage(link, english)).toBeUndefined();
  liveAt('https://site.example/base/guide/');
  expect(errorPage(link, english)).toBe('/base/a.html#error-full');
});

test('the page is that of the language that is read', () => {
  expect(errorPage('/base/a.html#one', chinese)).toBe('/base/zh/a.html#one');
  expect(errorPage('/base/zh/a.html', chinese)).toBe('/base/zh/a.html');
});

test.for([
  'javascript:alert(1)',
  'data:text/html,<b>',
  'https://elsewhere.example/base/a.html',
  '//elsewhere.example/base/a.html',
  'https://site.example.elsewhere.example/base/a.html',
  'https://site.example@elsewhere.example/base/a.html',
  'http://site.example/base/a.html',
  'https://site.example/other/a.html',
  '/base/../a.html',
  '/bas',
  'blob:https://site.example/base/a',
  'https://',
])('%s is no page of the site', (link) => {
  liveAt('https://site.example/base/');
  expect(errorPage(link, english)).toBeUndefined();
});

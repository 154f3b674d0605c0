import { afterEach, expect, test } from 'vitest';
import { sampleChrome } from '../../testing/samples';
import { errorPage } from './error-page';

const english = sampleChrome();
const chinese = sampleChrome({ prefix: '/zh/' });

afterEach(() => document.head.replaceChildren());

function setCanonical(address: string): void {
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = address;
  document.head.append(link);
}

test('a path on the site links to that page', () => {
  expect(errorPage('/base/guide/errors.html#error-full', english)).toBe(
    '/base/guide/errors.html#error-full',
  );
  expect(errorPage(`${location.origin}/base/a.html`, english)).toBe('/base/a.html');
});

test('the canonical URL is mapped to the current host', () => {
  const link = 'https://site.example/base/a.html#error-full';
  expect(errorPage(link, english)).toBeUndefined();
  setCanonical('https://site.example/base/guide/');
  expect(errorPage(link, english)).toBe('/base/a.html#error-full');
});

test('the link points to the page in the current language', () => {
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
])('%s is not a page of the site', (link) => {
  setCanonical('https://site.example/base/');
  expect(errorPage(link, english)).toBeUndefined();
});

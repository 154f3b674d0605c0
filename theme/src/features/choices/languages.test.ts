import { expect, test } from 'vitest';
import { matchLanguage } from './languages';

const LANGUAGES = [
  { tag: 'en-US', prefix: '/', label: 'English' },
  { tag: 'zh-CN', prefix: '/zh/', label: '简体中文' },
];

test.for([
  [['zh-CN', 'en'], 'zh-CN'],
  [['zh-tw'], 'zh-CN'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['fr', 'en-GB', 'zh'], 'en-US'],
  [['EN-us'], 'en-US'],
  [['fr', 'de-CH'], undefined],
  [[''], undefined],
  [[], undefined],
] as const)('the preferred languages %j match %s', ([preferred, tag]) => {
  expect(matchLanguage(preferred, LANGUAGES)?.tag).toBe(tag);
});

test('an exact match takes precedence over the same base language', () => {
  const both = [
    { tag: 'zh-TW', prefix: '/tw/', label: '繁體中文' },
    { tag: 'zh-CN', prefix: '/zh/', label: '简体中文' },
  ];
  expect(matchLanguage(['zh-CN'], both)?.tag).toBe('zh-CN');
});

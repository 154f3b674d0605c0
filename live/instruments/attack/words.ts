import type { Language } from '../shared/language.ts';
import type { Group, Verdict } from './attempt.ts';

export interface Words {
  readonly protection: string;
  readonly off: string;
  readonly group: Readonly<Record<Group, string>>;
  readonly verdict: Readonly<Record<Verdict, string>>;
  /** `{stopped}` and `{all}` are numbers. */
  readonly score: string;
  readonly running: string;
  readonly code: string;
  readonly codeBefore: string;
  readonly codeAfter: string;
  readonly codeTab: string;
  readonly error: string;
  readonly noError: string;
  readonly before: string;
  readonly after: string;
  readonly absent: string;
  readonly unchanged: string;
  readonly says: string;
  readonly reported: string;
  readonly again: string;
  /** The titles of the contract in another language, by id; code is between backticks. */
  readonly titles?: Readonly<Record<string, string>>;
}

const EN: Words = {
  protection: '`protect` option of the module',
  off: 'off',
  group: {
    methods: 'Storage methods',
    properties: 'Property access',
    beyond: 'Outside the page’s control',
  },
  verdict: { throws: 'throws', ignored: 'ignored', passes: 'succeeds' },
  score: '{stopped} of {all} attempts blocked',
  running: 'Running all attempts…',
  code: 'Code of the other script',
  codeBefore: 'before the module is created',
  codeAfter: 'later',
  codeTab: 'in another tab',
  error: 'Error',
  noError: 'none',
  before: 'Entry before',
  after: 'Entry after',
  absent: 'no entry',
  unchanged: 'unchanged',
  says: 'Value in the module',
  reported: 'onError called',
  again: 'Run again',
};

const ZH: Words = {
  protection: '模块的 `protect` 选项',
  off: '未设置',
  group: {
    methods: '通过 Storage 的方法',
    properties: '通过属性',
    beyond: '页面无法控制的途径',
  },
  verdict: { throws: '抛出错误', ignored: '被忽略', passes: '成功' },
  score: '共 {all} 种方式，拦截了 {stopped} 种',
  running: '正在逐个尝试……',
  code: '其他脚本的代码',
  codeBefore: '在创建模块之前',
  codeAfter: '之后',
  codeTab: '在另一个标签页里',
  error: '错误',
  noError: '无',
  before: '之前的条目',
  after: '之后的条目',
  absent: '无条目',
  unchanged: '未变化',
  says: '模块中的值',
  reported: '已触发 onError',
  again: '重新运行',
  titles: {
    'set-item': '`setItem`',
    'remove-item': '`removeItem`',
    clear: '`clear`',
    'converted-key': '用转换之后才是键的对象调用 `setItem`',
    'prototype-set-item': '在存储上调用原型的 `setItem`',
    'prototype-remove-item': '在存储上调用原型的 `removeItem`',
    'captured-prototype-set-item': '在之前保存的存储上调用原型的 `setItem`',
    'captured-set-item': '之前保存的存储的 `setItem`',
    'captured-remove-item': '之前保存的存储的 `removeItem`',
    'captured-clear': '之前保存的存储的 `clear`',
    'later-method': '保护之后取出的 `setItem`',
    'bracket-write': '`localStorage[key] = …`',
    'dot-write': '`localStorage.name = …`',
    'object-assign': '`Object.assign`',
    'reflect-set': '`Reflect.set`',
    delete: '`delete localStorage[key]`',
    'reflect-delete': '`Reflect.deleteProperty`',
    'define-property': '`Object.defineProperty`',
    'captured-write': '给之前保存的存储写属性',
    'captured-delete': '在之前保存的存储上 `delete`',
    'captured-method': '保护之前取出的 `setItem`',
    'bound-method': '保护之前绑定的 `removeItem`',
    'older-frame': '之前创建的同源 iframe',
    'newer-frame': '之后创建的同源 iframe',
    'frame-prototype': '用 iframe 的 `setItem` 写页面的存储',
    'another-tab': '另一个标签页',
  },
};

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, zh: ZH };

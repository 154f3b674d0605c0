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
  protection: 'The module is made with `protect`',
  off: 'off',
  group: {
    methods: 'Through the methods of Storage',
    properties: 'Through properties',
    beyond: 'From beyond the page’s reach',
  },
  verdict: { throws: 'throws', ignored: 'ignored', passes: 'passes' },
  score: '{stopped} of {all} ways are stopped',
  running: 'Trying all of them…',
  code: 'What the other code does',
  codeBefore: 'before the module was made',
  codeAfter: 'later',
  codeTab: 'in another tab',
  error: 'It gets',
  noError: 'no error',
  before: 'Stored before',
  after: 'Stored after',
  absent: 'no entry',
  unchanged: 'unchanged',
  says: 'The module says',
  reported: 'reported',
  again: 'Try it again',
};

const ZH: Words = {
  protection: '创建模块时的 `protect`',
  off: '不写',
  group: {
    methods: '经由 Storage 的方法',
    properties: '经由属性',
    beyond: '来自页面管不到的地方',
  },
  verdict: { throws: '抛出错误', ignored: '无效', passes: '放行' },
  score: '{all} 种写法，拦住了 {stopped} 种',
  running: '正在逐个尝试……',
  code: '别的代码做了什么',
  codeBefore: '在创建模块之前',
  codeAfter: '之后',
  codeTab: '在另一个标签页里',
  error: '它得到',
  noError: '没有错误',
  before: '之前存着',
  after: '之后存着',
  absent: '没有条目',
  unchanged: '没有变',
  says: '模块给出',
  reported: '已报告',
  again: '再试一次',
  titles: {
    'set-item': '`setItem`',
    'remove-item': '`removeItem`',
    clear: '`clear`',
    'converted-key': '用转换之后才是键的对象调用 `setItem`',
    'prototype-set-item': '在存储上调用原型的 `setItem`',
    'prototype-remove-item': '在存储上调用原型的 `removeItem`',
    'captured-prototype-set-item': '在早先保存的存储上调用原型的 `setItem`',
    'captured-set-item': '早先保存的存储的 `setItem`',
    'captured-remove-item': '早先保存的存储的 `removeItem`',
    'captured-clear': '早先保存的存储的 `clear`',
    'later-method': '保护之后取出的 `setItem`',
    'bracket-write': '`localStorage[key] = …`',
    'dot-write': '`localStorage.name = …`',
    'object-assign': '`Object.assign`',
    'reflect-set': '`Reflect.set`',
    delete: '`delete localStorage[key]`',
    'reflect-delete': '`Reflect.deleteProperty`',
    'define-property': '`Object.defineProperty`',
    'captured-write': '给早先保存的存储写属性',
    'captured-delete': '在早先保存的存储上 `delete`',
    'captured-method': '保护之前取出的 `setItem`',
    'bound-method': '保护之前绑定的 `removeItem`',
    'older-frame': '早先创建的同站 iframe',
    'newer-frame': '之后创建的同站 iframe',
    'frame-prototype': '用 iframe 的 `setItem` 写页面的存储',
    'another-tab': '另一个标签页',
  },
};

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, zh: ZH };

import { fill, type Language } from '../shared/language.ts';
import type { EntryStory, Fate, Reason } from './explain.ts';
import { keyOf, type MigrationState } from './releases.ts';
import type { Scenario, Story } from './scenario.ts';
import type { End } from './summary.ts';

export interface Words {
  /** Over the stories. */
  readonly stories: string;
  readonly story: Readonly<Record<Story, string>>;
  readonly stored: string;
  /** Stands where `preVersion` is left out. */
  readonly automatic: string;
  readonly state: Readonly<Record<MigrationState, string>>;
  /** `{step}` is the version that it makes. */
  readonly migration: string;
  readonly noSteps: string;
  readonly code: string;
  readonly end: Readonly<Record<End, string>>;
  readonly entries: string;
  readonly version: string;
  readonly before: string;
  readonly after: string;
  readonly absent: string;
  readonly fate: Readonly<Record<Fate, string>>;
  readonly reason: Readonly<Record<Reason, string>>;
  readonly shown: string;
  readonly thrown: string;
  readonly reported: string;
  readonly quiet: string;
  readonly goOn: string;
  /** `{visit}` is its number. */
  readonly visit: string;
}

const EN: Words = {
  stories: 'Start from a scenario',
  story: {
    raised: 'Raise the version only',
    carried: 'With a migration',
    skipped: 'Skipped release',
    leaped: 'Skip ahead with preVersion',
    stranded: 'No path from 1 to 3',
    rolledBack: 'Rollback',
    failed: 'Failing migration',
  },
  stored: 'Versions stored in the browser',
  automatic: 'not set',
  state: { none: 'none', works: 'works', fails: 'throws' },
  migration: 'Migration to version {step}',
  noSteps: 'Version 1 has no previous version.',
  code: 'Code of this release',
  end: {
    alive: 'The values are preserved.',
    lost: 'The values are lost.',
    waiting: 'The values are still stored, but the module doesn’t use them.',
    fresh: 'First visit: the module starts with its initial values.',
    refused: 'The release throws: no module is created, and storage is unchanged.',
  },
  entries: 'All entries, before and after',
  version: 'version {version}',
  before: 'Before',
  after: 'After',
  absent: 'no entry',
  fate: {
    used: 'used',
    created: 'created',
    moved: 'migrated',
    deleted: 'deleted',
    kept: 'kept',
    unwritten: 'not written',
  },
  reason: {
    current: 'Its version matches the release, so the module uses this entry.',
    'from-migration': 'Migrated from `{other}` to version {steps}.',
    'from-initial': 'Nothing was migrated, so the module starts with `initial`.',
    'not-written':
      'Nothing is written until the first `set`. Until then, the module returns `initial`.',
    'carried-over':
      'Migrations lead to version {version}: the values are moved to `{other}`, then this entry is deleted.',
    'left-over':
      '`{other}` already exists and takes precedence. This older entry is deleted without being migrated.',
    'older-than-source':
      'Only the newest of several older entries is migrated, here `{other}`. This one is deleted.',
    'no-migration':
      'This is the previous version, and no migration covers it. The entry and its values are deleted.',
    'named-by-pre-version':
      '`preVersion` refers to it, so it is deleted. Only the newest older entry, `{other}`, could be migrated.',
    'newer-reported':
      'A newer release wrote it, and this one doesn’t know that version. It is left unchanged, and `onError` is called.',
    'newer-too':
      'A newer release wrote it. It is left unchanged; `onError` is only called for the newest one, `{other}`.',
    'migration-failed':
      'The migration to {last} failed. The entry is left unchanged so that a later release can fix the migration.',
    'failed-beside': 'Only `{other}` was being migrated. Because that failed, nothing is deleted.',
    stranded:
      'No path leads from {own} to {version}: a migration is missing, and the previous version is assumed to be {pre}. The entry is left unchanged, and `onError` is called.',
    'stranded-too':
      'No migration covers it, so it is left unchanged. `onError` is only called for the newest older entry, `{other}`.',
    refused: 'No module was created, so the entry is unchanged.',
  },
  shown: 'Values in the module',
  thrown: 'Thrown',
  reported: 'Passed to onError',
  quiet: 'onError is not called.',
  goOn: 'Continue with the stored entries',
  visit: 'Visit {visit}: ',
};

const ZH: Words = {
  stories: '选择场景',
  story: {
    raised: '只提高版本号',
    carried: '提供迁移函数',
    skipped: '跳过一个版本',
    leaped: '用 preVersion 跳过',
    stranded: '无法从 1 迁移到 3',
    rolledBack: '回滚',
    failed: '迁移失败',
  },
  stored: '浏览器中存储的版本',
  automatic: '未设置',
  state: { none: '无', works: '成功', fails: '抛出错误' },
  migration: '迁移到版本 {step}',
  noSteps: '版本 1 之前没有其他版本。',
  code: '此版本的代码',
  end: {
    alive: '数据已保留。',
    lost: '数据已丢失。',
    waiting: '数据仍在存储中，但模块不会使用。',
    fresh: '首次访问：模块使用初始值。',
    refused: '此版本抛出错误：模块未创建，存储没有变化。',
  },
  entries: '各条目的变化',
  version: '版本 {version}',
  before: '之前',
  after: '之后',
  absent: '无条目',
  fate: {
    used: '沿用',
    created: '新建',
    moved: '已迁移',
    deleted: '删除',
    kept: '保留',
    unwritten: '未写入',
  },
  reason: {
    current: '版本与当前代码一致，模块使用这个条目。',
    'from-migration': '由 `{other}` 依次迁移到版本 {steps} 生成。',
    'from-initial': '没有可迁移的数据，模块使用 `initial`。',
    'not-written': '在第一次调用 `set` 之前不会写入，模块返回 `initial`。',
    'carried-over': '可以迁移到版本 {version}：数据迁移到 `{other}` 后，这个条目会被删除。',
    'left-over': '`{other}` 已存在，以它为准。这个旧条目不会迁移，直接删除。',
    'older-than-source': '存在多个旧条目时，只迁移最新的一个，这里是 `{other}`。这个条目会被删除。',
    'no-migration': '这是上一个版本，但没有对应的迁移函数。条目会被删除，数据随之丢失。',
    'named-by-pre-version':
      '`preVersion` 指向它，所以会被删除。只有最新的旧条目 `{other}` 可以迁移。',
    'newer-reported': '由更新的版本写入，当前代码无法识别。条目会保留，并触发 `onError`。',
    'newer-too': '由更新的版本写入，因此保留；只为其中最新的 `{other}` 触发 `onError`。',
    'migration-failed': '迁移到版本 {last} 失败。条目保持不变，以便后续版本修复迁移函数。',
    'failed-beside': '只迁移 `{other}`。由于迁移失败，不会删除任何条目。',
    stranded:
      '无法从 {own} 迁移到 {version}：缺少迁移函数，上一个版本被视为 {pre}。条目会保留，并触发 `onError`。',
    'stranded-too': '没有对应的迁移函数，因此保留。只为最新的旧条目 `{other}` 触发 `onError`。',
    refused: '模块未创建，条目没有变化。',
  },
  shown: '模块中的值',
  thrown: '抛出',
  reported: '传给 onError',
  quiet: '没有触发 onError。',
  goOn: '基于当前存储继续',
  visit: '第 {visit} 次访问：',
};

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, zh: ZH };

/** Why an entry fared as it did, in one sentence or two. */
export function sentenceFor(story: EntryStory, scenario: Scenario, language: Language): string {
  const { reason } = WORDS[language];
  const { version, preVersion } = scenario;
  return fill(reason[story.reason], {
    own: story.version,
    other: keyOf(story.other ?? version),
    version,
    pre: preVersion ?? version - 1,
    steps: new Intl.ListFormat(language).format(story.steps.map(String)),
    last: story.steps.at(-1) ?? version,
  });
}

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
  stories: 'Start from a story',
  story: {
    raised: 'Just raise the version',
    carried: 'With a migration',
    skipped: 'Skipped release',
    leaped: 'Leap with preVersion',
    stranded: 'No way from 1 to 3',
    rolledBack: 'Rollback',
    failed: 'Failing migration',
  },
  stored: 'Versions stored in the browser',
  automatic: 'left out',
  state: { none: 'none', works: 'works', fails: 'throws' },
  migration: 'Migration to version {step}',
  noSteps: 'Version 1 has no version before it.',
  code: 'The release as code',
  end: {
    alive: 'The values live on.',
    lost: 'The values are lost.',
    waiting: 'The values are still stored, but the module does not show them.',
    fresh: 'A first visit: the module starts from its initial values.',
    refused: 'The release throws: there is no module, and nothing has changed.',
  },
  entries: 'Every entry, before and after',
  version: 'version {version}',
  before: 'Before',
  after: 'After',
  absent: 'no entry',
  fate: {
    used: 'lives',
    created: 'new',
    moved: 'moves',
    deleted: 'dies',
    kept: 'stays',
    unwritten: 'not written',
  },
  reason: {
    current: 'It has the version of the release, so the module opens this entry.',
    'from-migration': 'Made from `{other}` by migrating to {steps}.',
    'from-initial': 'Nothing was carried over, so the module starts from `initial`.',
    'not-written':
      'After a failed migration nothing is written until the first `set`. Until then the module shows `initial`.',
    'carried-over':
      'Migrations lead from here to version {version}: the values move to `{other}`, then this entry is deleted.',
    'left-over':
      '`{other}` is there already, and it counts. This older entry is left over: it is deleted and not carried over.',
    'older-than-source':
      'Of several older entries only the newest counts, here `{other}`. This one is deleted.',
    'no-migration':
      'It is the version before this one, and no migration carries it over. It is deleted, and its values with it.',
    'named-by-pre-version':
      '`preVersion` names it, so it is deleted. Only the newest older entry could be carried over, and that is `{other}`.',
    'newer-reported':
      'A newer release left it, and this one does not know it. It is kept and reported.',
    'newer-too': 'A newer release left it. It is kept; only the newest, `{other}`, is reported.',
    'migration-failed':
      'The migration to {last} failed. The entry is kept as it was, for a release with a better one.',
    'failed-beside':
      'Only `{other}` was to be carried over. Because that failed, nothing is deleted.',
    stranded:
      'Nothing leads from {own} to {version}: a migration is missing, and the version before is taken to be {pre}. It is kept and reported.',
    'stranded-too':
      'Nothing covers it, so it is kept. Only the newest of the older entries, `{other}`, is reported.',
    refused: 'No module was made, so nothing has touched it.',
  },
  shown: 'The module shows',
  thrown: 'Thrown',
  reported: 'Reported to onError',
  quiet: 'Nothing is reported.',
  goOn: 'Go on from what is stored now',
  visit: 'Visit {visit}: ',
};

const ZH: Words = {
  stories: '从一个故事开始',
  story: {
    raised: '只提高版本',
    carried: '带上迁移',
    skipped: '跳过一版',
    leaped: '用 preVersion 越过',
    stranded: '没有路从 1 通到 3',
    rolledBack: '回滚一版',
    failed: '迁移失败',
  },
  stored: '浏览器里存着的版本',
  automatic: '不写',
  state: { none: '没有', works: '成功', fails: '抛出错误' },
  migration: '到版本 {step} 的迁移',
  noSteps: '版本 1 之前没有别的版本。',
  code: '这一版的代码',
  end: {
    alive: '值延续下来了。',
    lost: '值丢失了。',
    waiting: '值还存着，但模块不显示它们。',
    fresh: '首次访问：模块从初始值开始。',
    refused: '这一版抛出错误：没有模块，什么都没有改变。',
  },
  entries: '每个条目的前后',
  version: '版本 {version}',
  before: '之前',
  after: '之后',
  absent: '没有条目',
  fate: {
    used: '沿用',
    created: '新建',
    moved: '迁走',
    deleted: '删除',
    kept: '保留',
    unwritten: '未写入',
  },
  reason: {
    current: '它正是这一版的版本，模块打开的就是这个条目。',
    'from-migration': '由到版本 {steps} 的迁移用 `{other}` 造出来。',
    'from-initial': '没有值被带过来，模块从 `initial` 开始。',
    'not-written': '迁移失败之后，直到第一次 `set` 都不会写入。在那之前，模块显示 `initial`。',
    'carried-over': '有迁移从这里通到版本 {version}：值迁到 `{other}`，然后删除这个条目。',
    'left-over': '`{other}` 已经在了，以它为准。这个旧条目是剩下的：删除，不带过去。',
    'older-than-source': '有几个旧条目时，只用最新的一个，这里是 `{other}`。这个条目被删除。',
    'no-migration': '它是前一个版本，又没有迁移把它带过来。条目被删除，值也随之丢失。',
    'named-by-pre-version':
      '`preVersion` 指的是它，所以被删除。能带过来的只有最新的旧条目，也就是 `{other}`。',
    'newer-reported': '它是更新的一版留下的，这一版不认识。条目保留，并被报告。',
    'newer-too': '它是更新的一版留下的，因此保留；只报告其中最新的 `{other}`。',
    'migration-failed': '到版本 {last} 的迁移失败了。条目原样保留，等以后的一版修好迁移。',
    'failed-beside': '要带过来的只有 `{other}`。它失败了，所以什么都不删除。',
    stranded:
      '没有路从 {own} 通到 {version}：缺少迁移，而前一个版本被当作 {pre}。条目保留，并被报告。',
    'stranded-too': '没有什么管到它，所以保留。只报告旧条目里最新的 `{other}`。',
    refused: '没有创建模块，也就没有什么碰过它。',
  },
  shown: '模块显示',
  thrown: '抛出',
  reported: '报告给 onError',
  quiet: '没有报告。',
  goOn: '从现在存着的内容继续',
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

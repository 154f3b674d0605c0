import inspectorEnglish from '../inspector/strings/en.json';
import inspectorChinese from '../inspector/strings/zh.json';
import type { InspectorStrings } from '../inspector/strings.ts';
import type { DevtoolsLanguage } from '../options.ts';
import english from '../strings/en.json';
import chinese from '../strings/zh.json';

/** The UI strings. A language that lacks one doesn't compile. */
export type PanelStrings = typeof english & {
  readonly entry: InspectorStrings;
  /** The language tag. */
  readonly tag: string;
};

export function stringsOf(language: DevtoolsLanguage): PanelStrings {
  return language === 'zh'
    ? { ...chinese, entry: { ...inspectorChinese.entry, language: 'zh-CN' }, tag: 'zh-CN' }
    : { ...english, entry: { ...inspectorEnglish.entry, language: 'en-US' }, tag: 'en-US' };
}

import type { ReactNode } from 'react';
import { LABELS, type Language } from '../state/language.ts';
import { type Theme, usePreferences } from '../state/preferences.ts';
import { useWords } from '../state/words.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { Gear } from './icons.tsx';

/** Language and color mode; the children are settings of the session. */
export function SettingsMenu({ children }: { children?: ReactNode }) {
  const { words } = useWords();
  const { language, setLanguage, theme, setTheme } = usePreferences();
  return (
    <>
      <button type="button" className="quiet opener" popoverTarget="settings">
        <Gear />
        <span>{words.settings.title}</span>
      </button>
      <div
        id="settings"
        className="settings"
        popover="auto"
        role="dialog"
        aria-label={words.settings.title}
      >
        <ChoiceGroup
          name="language"
          legend={words.settings.language}
          options={Object.entries(LABELS) as [Language, string][]}
          value={language}
          onChange={setLanguage}
        />
        <ChoiceGroup
          name="theme"
          legend={words.settings.theme}
          options={Object.entries(words.settings.themes) as [Theme, string][]}
          value={theme}
          onChange={setTheme}
        />
        {children}
      </div>
    </>
  );
}

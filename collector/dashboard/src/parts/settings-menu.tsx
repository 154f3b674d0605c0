import type { ReactNode } from 'react';
import { LABELS, type Language } from '../state/language.ts';
import { type Theme, usePreferences } from '../state/preferences.ts';
import { useStrings } from '../state/strings.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { Gear } from './icons.tsx';

/** Settings for language and color mode. The children are settings of the session. */
export function SettingsMenu({ children }: { children?: ReactNode }) {
  const { strings } = useStrings();
  const { language, setLanguage, theme, setTheme } = usePreferences();
  return (
    <>
      <button type="button" className="quiet opener" popoverTarget="settings">
        <Gear />
        <span>{strings.settings.title}</span>
      </button>
      <div
        id="settings"
        className="settings"
        popover="auto"
        role="dialog"
        aria-label={strings.settings.title}
      >
        <ChoiceGroup
          name="language"
          legend={strings.settings.language}
          options={Object.entries(LABELS) as [Language, string][]}
          value={language}
          onChange={setLanguage}
        />
        <ChoiceGroup
          name="theme"
          legend={strings.settings.theme}
          options={Object.entries(strings.settings.themes) as [Theme, string][]}
          value={theme}
          onChange={setTheme}
        />
        {children}
      </div>
    </>
  );
}

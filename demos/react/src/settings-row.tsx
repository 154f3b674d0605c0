import { useStorage } from '@tuffet/react-hooks';
import { LANGUAGES, type Language, settings, type Theme, type Unit } from '@tuffet-demos/shelf';
import { ChoiceGroup } from './choice-group.tsx';
import { useWords } from './use-words.ts';

const languages = Object.entries(LANGUAGES).map(
  ([key, { label }]) => [key as Language, label] as const,
);

export function SettingsRow() {
  const { language, words } = useWords();
  const { languageState, themeState, unitState } = useStorage(settings);
  return (
    <div className="settings">
      <ChoiceGroup
        name="language"
        legend={words.language}
        options={languages}
        value={language}
        onChange={languageState.setLanguage}
      />
      <ChoiceGroup
        name="theme"
        legend={words.theme}
        options={Object.entries(words.themes) as [Theme, string][]}
        value={themeState.theme}
        onChange={themeState.setTheme}
      />
      <ChoiceGroup
        name="unit"
        legend={words.unit}
        options={Object.entries(words.units) as [Unit, string][]}
        value={unitState.unit}
        onChange={unitState.setUnit}
      />
    </div>
  );
}

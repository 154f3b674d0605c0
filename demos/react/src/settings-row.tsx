import { useStorage } from '@tuffet/react-hooks';
import { LANGUAGES, type Language, settings, type Theme, type Unit } from '@tuffet-demos/shelf';
import { ChoiceGroup } from './choice-group.tsx';
import { useStrings } from './use-strings.ts';

const languages = Object.entries(LANGUAGES).map(
  ([key, { label }]) => [key as Language, label] as const,
);

export function SettingsRow() {
  const { language, strings } = useStrings();
  const { languageState, themeState, unitState } = useStorage(settings);
  return (
    <div className="settings">
      <ChoiceGroup
        name="language"
        legend={strings.language}
        options={languages}
        value={language}
        onChange={languageState.setLanguage}
      />
      <ChoiceGroup
        name="theme"
        legend={strings.theme}
        options={Object.entries(strings.themes) as [Theme, string][]}
        value={themeState.theme}
        onChange={themeState.setTheme}
      />
      <ChoiceGroup
        name="unit"
        legend={strings.unit}
        options={Object.entries(strings.units) as [Unit, string][]}
        value={unitState.unit}
        onChange={unitState.setUnit}
      />
    </div>
  );
}

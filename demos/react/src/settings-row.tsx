import { useStorage } from '@tuffet/react-hooks';
import { optionsOf, settings } from '@tuffet-demos/shelf';
import { ChoiceGroup } from './choice-group.tsx';
import { useStrings } from './use-strings.ts';

export function SettingsRow() {
  const { language, strings } = useStrings();
  const { languageState, themeState, unitState } = useStorage(settings);
  const options = optionsOf(strings);
  return (
    <div className="settings">
      <ChoiceGroup
        name="language"
        legend={strings.language}
        options={options.language}
        value={language}
        onChange={languageState.setLanguage}
      />
      <ChoiceGroup
        name="theme"
        legend={strings.theme}
        options={options.theme}
        value={themeState.theme}
        onChange={themeState.setTheme}
      />
      <ChoiceGroup
        name="unit"
        legend={strings.unit}
        options={options.unit}
        value={unitState.unit}
        onChange={unitState.setUnit}
      />
    </div>
  );
}

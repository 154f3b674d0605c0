import { createPanel, stopRecording } from '@tuffet/devtools/panel';
import { LANGUAGES, type Language } from './language.ts';

interface MountedInspector {
  setLanguage(language: Language): void;
  unmount(): void;
}

/** The panel of the devtools. Applications would only mount it in development. */
export function mountInspector(host: HTMLElement, language: Language): MountedInspector {
  const panel = createPanel({ language });
  host.append(panel);
  return {
    setLanguage(next) {
      panel.lang = LANGUAGES[next].tag;
    },
    unmount() {
      panel.remove();
      stopRecording();
    },
  };
}

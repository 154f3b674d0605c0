import { LANGUAGES, type Language } from './language.ts';

interface MountedInspector {
  setLanguage(language: Language): void;
  unmount(): void;
}

/** Loads and mounts the panel of the devtools. Applications would only do so in development. */
export function mountInspector(host: HTMLElement, language: Language): MountedInspector {
  let current = language;
  let isMounted = true;
  const loading = import('@tuffet/devtools/panel').then(({ createPanel, stopRecording }) => {
    if (!isMounted) return;
    const panel = createPanel({ language: current });
    host.append(panel);
    return { panel, stopRecording };
  });
  return {
    setLanguage(next) {
      current = next;
      loading.then((loaded) => {
        if (loaded) loaded.panel.lang = LANGUAGES[next].tag;
      });
    },
    unmount() {
      isMounted = false;
      loading.then((loaded) => {
        loaded?.panel.remove();
        loaded?.stopRecording();
      });
    },
  };
}

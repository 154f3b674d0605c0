import { useStorage } from '@tuffet/react-hooks';
import { mountInspector, settings } from '@tuffet-demos/shelf';
import { useEffect, useRef } from 'react';
import { useStrings } from './use-strings.ts';

export function InspectorDrawer() {
  const { language, strings } = useStrings();
  const { isDrawerOpen } = useStorage(settings).isDrawerOpenState;
  const host = useRef<HTMLDivElement>(null);
  const inspector = useRef<ReturnType<typeof mountInspector>>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next effect applies a new language.
  useEffect(() => {
    const mounted = mountInspector(host.current as HTMLElement, language);
    inspector.current = mounted;
    return mounted.unmount;
  }, []);
  useEffect(() => inspector.current?.setLanguage(language), [language]);

  return (
    <aside id="drawer" className="drawer" hidden={!isDrawerOpen} aria-labelledby="drawer-title">
      <h2 id="drawer-title">{strings.drawer}</h2>
      <div ref={host} />
    </aside>
  );
}

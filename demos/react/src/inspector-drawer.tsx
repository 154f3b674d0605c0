import { useStorage } from '@tuffet/react-hooks';
import { mountInspector, settings } from '@tuffet-demos/shelf';
import { useEffect, useRef } from 'react';
import { useStrings } from './use-strings.ts';

export function InspectorDrawer() {
  const { language, strings } = useStrings();
  const { isDrawerOpen } = useStorage(settings).isDrawerOpenState;
  const host = useRef<HTMLDivElement>(null);
  const inspector = useRef<ReturnType<typeof mountInspector>>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language is the next effect's.
  useEffect(() => {
    const mounted = mountInspector(host.current as HTMLElement, language);
    inspector.current = mounted;
    return mounted.unmount;
  }, []);
  useEffect(() => inspector.current?.speak(language), [language]);

  return (
    <aside
      id="drawer"
      className="drawer"
      hidden={!isDrawerOpen}
      aria-labelledby="drawer-title"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must be possible by keyboard.
      tabIndex={0}
    >
      <h2 id="drawer-title">{strings.drawer}</h2>
      <div ref={host} />
    </aside>
  );
}

import { createInspector, type Entry, fill, type Inspector } from '@tuffet/devtools/inspector';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { LazyStrings } from '../../shared/strings';

const MAX_SHOWN = 50;
const NONE: readonly Entry[] = [];

interface StoredProps {
  /** A new run starts without marks. */
  readonly run: number;
  readonly title: string;
  /** Whether the entries are those of an earlier visit. */
  readonly isPast?: boolean;
  /** The entries when the page opened. */
  readonly earlier?: readonly Entry[];
  /** Undefined until they are known. */
  readonly entries: readonly Entry[] | undefined;
  readonly strings: LazyStrings;
  readonly language: string;
}

/** Stored entries, with the last change marked. */
export function Stored(props: StoredProps): ReactNode {
  const { run, title, isPast, earlier = NONE, entries, strings, language } = props;
  const place = useRef<HTMLDivElement>(null);
  const inspector = useRef<{ readonly run: number; readonly view: Inspector }>(null);
  const id = useId();

  useLayoutEffect(() => {
    if (place.current && inspector.current?.run !== run && (entries || earlier.length)) {
      const view = createInspector(
        place.current,
        { ...strings.entry, language },
        { hasHeadings: false },
      );
      view.show(earlier.length ? shown(earlier) : shown(entries ?? []));
      inspector.current = { run, view };
    }
    if (entries) {
      inspector.current?.view.show(shown(entries));
    }
  }, [run, earlier, entries, strings, language]);

  const more = (entries?.length ?? 0) - MAX_SHOWN;
  return (
    <section className={isPast ? 'live-stored live-past' : 'live-stored'} aria-labelledby={id}>
      <p className="live-title" id={id}>
        {title}
      </p>
      <div ref={place} />
      {more > 0 && (
        <p className="live-note">{fill(strings.liveMoreEntries, { count: String(more) })}</p>
      )}
    </section>
  );
}

const shown = (entries: readonly Entry[]): readonly Entry[] => entries.slice(0, MAX_SHOWN);

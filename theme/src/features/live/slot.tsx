import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A place for an element that was made elsewhere. It is put in once: a frame that moves starts anew. */
export function Slot({ element }: { readonly element: HTMLElement }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(element);
    return () => element.remove();
  }, [element]);
  return <div ref={place} />;
}

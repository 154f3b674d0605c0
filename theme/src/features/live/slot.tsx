import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Contains an element that was created elsewhere. It is added once: moving an iframe reloads it. */
export function Slot({ element }: { readonly element: HTMLElement }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(element);
    return () => element.remove();
  }, [element]);
  return <div ref={place} />;
}

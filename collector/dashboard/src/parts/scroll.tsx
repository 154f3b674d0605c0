import type { ReactNode } from 'react';

interface ScrollProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A scrollable area for content of any size. It takes the focus, but isn't a landmark. */
export const Scroll = ({ label, children }: ScrollProps) => (
  // biome-ignore-start lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it.
  // biome-ignore-start lint/a11y/useSemanticElements: it isn't a group of fields.
  <div className="scroll" role="group" tabIndex={0} aria-label={label}>
    {children}
  </div>
  // biome-ignore-end lint/a11y/noNoninteractiveTabindex: end.
  // biome-ignore-end lint/a11y/useSemanticElements: end.
);

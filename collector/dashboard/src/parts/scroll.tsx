import type { ReactNode } from 'react';

interface ScrollProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** What may be wider or higher than its place. It takes keys, and is no landmark of its own. */
export const Scroll = ({ label, children }: ScrollProps) => (
  // biome-ignore-start lint/a11y/noNoninteractiveTabindex: without keys, who could scroll it?
  // biome-ignore-start lint/a11y/useSemanticElements: it is no group of fields.
  <div className="scroll" role="group" tabIndex={0} aria-label={label}>
    {children}
  </div>
  // biome-ignore-end lint/a11y/noNoninteractiveTabindex: end.
  // biome-ignore-end lint/a11y/useSemanticElements: end.
);

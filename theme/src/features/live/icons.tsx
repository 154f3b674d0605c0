import type { ReactNode } from 'react';

const PATHS = {
  again: 'M5 3.5v9l7-4.5z',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  tab: 'M2.5 5.5h8v8h-8zM5.5 5.5v-3h8v8h-3',
  edit: 'M3 13l.7-3L10.5 3.200l2.300 2.300L6 12.300zM9 4.700l2.300 2.300',
  close: 'M4 4l8 8M12 4l-8 8',
};

export type IconName = keyof typeof PATHS;

/** A decorative icon, next to a label or instead of a visible one. */
export const Icon = ({ name }: { readonly name: IconName }): ReactNode => (
  <svg className="live-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

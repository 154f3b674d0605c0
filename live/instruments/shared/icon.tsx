/** Decorative: there is always a label next to it. */
const PATHS = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  arrow: 'M2.5 8h10.5M9 4l4 4-4 4',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  dash: 'M3.5 8h9',
  shield: 'M8 1.8 13.2 4v4c0 3-2 5.2-5.2 6.3C4.8 13.2 2.8 11 2.8 8V4z',
  silence: 'M8 1.8 13.2 4v4c0 3-2 5.2-5.2 6.3C4.8 13.2 2.8 11 2.8 8V4zM5.5 8h5',
  pencil: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3zM9 4.7l2.3 2.3',
  chevron: 'M5.5 3.5 10 8l-4.5 4.5',
  again: 'M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

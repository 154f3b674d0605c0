import type { Header } from '../../../../contracts/records.gen';

interface HeadingListProps {
  readonly className?: string | undefined;
  readonly headers: readonly Header[];
  /** The id of the current heading. */
  readonly active: string | undefined;
}

export function HeadingList({ className, headers, active }: HeadingListProps) {
  return (
    <ul className={className}>
      {headers.map(({ slug, title, children }) => (
        <li key={slug}>
          <a href={`#${slug}`} aria-current={slug === active ? 'location' : undefined}>
            {title}
          </a>
          {children.length > 0 && <HeadingList headers={children} active={active} />}
        </li>
      ))}
    </ul>
  );
}

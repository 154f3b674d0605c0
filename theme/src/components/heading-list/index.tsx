import type { Header } from '../../../../contracts/records.gen';

interface HeadingListProps {
  readonly className?: string | undefined;
  readonly headers: readonly Header[];
  /** The id of the heading that the reader has reached. */
  readonly active: string | undefined;
}

/** The headings of a page as links. */
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

import type { ReactNode } from 'react';
import { linkTo, pageAddress, pageOf, type View } from '../state/address.ts';
import type { Domain, ListedPage } from '../state/api.ts';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { Coded, PathText } from './coded.tsx';
import { ArrowOut } from './icons.tsx';
import { useMoreRows } from './more-rows.tsx';

const FEW = 5;

interface WorkListProps<Row> {
  readonly id: string;
  readonly title: string;
  /** Explains the order of the rows. */
  readonly hint: string;
  readonly empty: string;
  readonly rows: readonly Row[];
  readonly render: (row: Row) => ReactNode;
}

/** Lists items that need work, the most important ones first. */
export function WorkList<Row>({ id, title, hint, empty, rows, render }: WorkListProps<Row>) {
  const { shown, more } = useMoreRows(rows, FEW);
  return (
    <section className="card table" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && <p className="soft">{hint}</p>}
      </div>
      {rows.length > 0 ? (
        <ol className="work">{shown.map(render)}</ol>
      ) : (
        <p className="empty">
          <Coded text={empty} />
        </p>
      )}
      {more}
    </section>
  );
}

interface WorkRowProps {
  readonly name: ReactNode;
  readonly count: string;
  readonly children?: ReactNode;
}

export const WorkRow = ({ name, count, children }: WorkRowProps) => (
  <li>
    <span className="work-name">{name}</span>
    <span className="work-count">{count}</span>
    {children && <p className="soft">{children}</p>}
  </li>
);

interface PageNameProps {
  readonly domain: Domain;
  readonly view: View;
  readonly path: string;
  readonly title?: string | null;
}

/** A link to the report about a page. */
export function PageName({ domain, view, path, title }: PageNameProps) {
  const page = pageOf(path, domain.languages);
  return (
    <a {...linkTo({ ...view, page })} data-page={page} className={title ? undefined : 'code'}>
      {title || <PathText path={path} />}
    </a>
  );
}

interface PageRowProps {
  readonly domain: Domain;
  readonly view: View;
  readonly page: ListedPage;
  readonly count: string;
  readonly facts: readonly string[];
}

/** A page with links to open and edit it. */
export function PageRow({ domain, view, page, count, facts }: PageRowProps) {
  const { strings } = useStrings();
  const { path, title, edit } = page;
  const address = pageAddress(domain.origins[0] ?? '', path);
  return (
    <WorkRow name={<PageName {...{ domain, view, path, title }} />} count={count}>
      {title && (
        <span className="code">
          <PathText path={path} />
        </span>
      )}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span className="outs">
        {address && <OutLink href={address} label={strings.improve.open} page={title ?? path} />}
        {edit && <OutLink href={edit} label={strings.improve.edit} page={title ?? path} />}
      </span>
    </WorkRow>
  );
}

interface LinkedPagesProps {
  readonly domain: Domain;
  readonly view: View;
  readonly links: readonly ListedPage[];
}

/** The pages that link to a missing path. */
export function LinkedPages({ domain, view, links }: LinkedPagesProps) {
  const { strings } = useStrings();
  return links.map(({ path, title, edit }) => (
    <span key={path} className="outs">
      <span>
        {strings.improve.linkedFrom} <PageName {...{ domain, view, path, title }} />
      </span>
      {edit && <OutLink href={edit} label={strings.improve.edit} page={title ?? path} />}
    </span>
  ));
}

interface OutLinkProps {
  readonly href: string;
  readonly label: string;
  /** Only for screen readers, because all rows have the same label. */
  readonly page: string;
}

function OutLink({ href, label, page }: OutLinkProps) {
  const { strings } = useStrings();
  return (
    <a
      className="out"
      href={href}
      rel="noreferrer"
      target="_blank"
      aria-label={fill(strings.improve.about, { label, page })}
    >
      {label}
      <ArrowOut />
    </a>
  );
}

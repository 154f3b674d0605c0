import type { View } from '../state/address.ts';
import {
  type Active,
  csvOf,
  type Domain,
  type Overview,
  type PageRow,
  type Row,
} from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { type Loaded, useLoad } from '../state/use-load.ts';
import { pointsOf } from './chart-axis.ts';
import type { Series } from './chart-shape.ts';
import { Connect } from './connect.tsx';
import { Frame } from './frame.tsx';
import { Improve } from './improve.tsx';
import { isComplete } from './more-rows.tsx';
import { PagesTable } from './pages-table.tsx';
import { ReportChart } from './report-chart.tsx';
import { createComparison, type Figure, Summary, timePerView } from './summary.tsx';
import { Tabs } from './tabs.tsx';
import { sumOf, TopTable } from './top-table.tsx';

const ACTIVE_MS = 15_000;

interface OverviewPageProps {
  readonly domain: Domain;
  readonly view: View;
  readonly loaded: Loaded<Overview>;
  readonly isIgnored: boolean;
  readonly onIgnore: (isIgnored: boolean) => void;
}

export function OverviewPage({ domain, view, loaded, isIgnored, onIgnore }: OverviewPageProps) {
  return (
    <Frame
      view={view}
      loaded={loaded}
      title={domain.title}
      isCompared={view.tab === 'traffic'}
      tabs={<Tabs view={view} />}
    >
      {(overview) => (
        <>
          {view.tab === 'traffic' && <SiteSummary domain={domain} overview={overview} />}
          {overview.total.views === 0 && (
            <Connect domain={domain} isIgnored={isIgnored} onIgnore={onIgnore} />
          )}
          {!hasNoData(overview) &&
            (view.tab === 'traffic' ? (
              <Traffic domain={domain} view={view} overview={overview} />
            ) : (
              <Improve domain={domain} view={view} overview={overview} />
            ))}
        </>
      )}
    </Frame>
  );
}

function Traffic({ domain, view, overview }: SectionProps) {
  return (
    <>
      {overview.total.views > 0 && (
        <>
          <SiteChart domain={domain} view={view} overview={overview} />
          <PagesTable
            domain={domain}
            view={view}
            rows={overview.pages}
            total={totalOf(overview)}
            csv={csvOf(domain, 'pages', view.range)}
          />
        </>
      )}
      <Tables domain={domain} view={view} overview={overview} />
    </>
  );
}

/** The totals of all pages as a row. */
const totalOf = ({ total, languages, feedback }: Overview): PageRow => ({
  ...total,
  feedback,
  page: '',
  languages: Object.fromEntries(languages.map(({ value, views }) => [value, views])),
});

/** Whether there are no views and no events. */
const hasNoData = ({ total, events }: Overview): boolean =>
  total.views === 0 && Object.values(events).every((rows) => rows.length === 0);

interface SectionProps {
  readonly domain: Domain;
  readonly view: View;
  readonly overview: Overview;
}

function SiteSummary({ domain, overview }: Omit<SectionProps, 'view'>) {
  const { strings, format } = useStrings();
  const { total, before } = overview;
  const { value: live } = useLoad<Active>(`/domains/${domain.id}/active`, ACTIVE_MS);
  const compare = createComparison(total, before);
  const figures: Figure[] = [
    compare(strings.figures.views, format.number, ({ views }) => views),
    compare(strings.figures.readers, format.number, ({ readers }) => readers),
    compare(strings.figures.viewsPerReader, format.decimal, ({ views, readers }) =>
      ratioOf(views, readers),
    ),
    compare(strings.figures.time, format.time, timePerView),
    {
      name: strings.figures.active,
      value: format.number(live?.active ?? overview.active),
      note: strings.figures.activeHint,
      isLive: true,
    },
  ];
  return <Summary figures={figures} />;
}

function SiteChart({ domain, view, overview }: SectionProps) {
  const { strings } = useStrings();
  const { unit, values, before } = pointsOf(overview);
  const names = strings.chart[unit];
  const series: Series[] = [
    { name: strings.figures.views, values: values.map(({ views }) => views), look: 'main' },
    { name: strings.figures.readers, values: values.map(({ readers }) => readers), look: 'second' },
    { name: names.before, values: before, look: 'before' },
  ];
  const csv = csvOf(domain, `${unit}s`, view.range);
  return <ReportChart title={names.views} report={overview} series={series} csv={csv} />;
}

/** Prevents a query in a right-to-left script from reordering the arrow and the path after it. */
const isolateQuery = (value: string): string => value.replace(/^.*(?= → )/, '\u2068$&\u2069');

/** Adds a row for views without a referrer. Its value is empty. */
const addDirect = (rows: readonly Row[], views: number) => {
  const direct = { value: '', views: views - sumOf(rows), readers: 0, milliseconds: 0 };
  const isTruncated = !isComplete(rows);
  return rows.length > 0 && !isTruncated && direct.views > 0
    ? { isTruncated, rows: [...rows, direct].sort((a, b) => b.views - a.views) }
    : { isTruncated, rows };
};

function Tables({ domain, view, overview }: SectionProps) {
  const { strings, format } = useStrings();
  const { tables, events } = overview;
  const csv = (what: string) => csvOf(domain, what, view.range);
  const sizes: Readonly<Record<string, string>> = strings.sizes;
  const languages: Readonly<Record<string, string>> = strings.languages;
  const agents: Readonly<Record<string, string>> = strings.agents;
  const dimension = (id: 'referrer' | 'source' | 'browser' | 'system' | 'size' | 'language') => ({
    id,
    strings: strings.tables[id],
    counted: strings.figures.views,
    rows: tables[id] ?? [],
    total: overview.total.views,
    csv: csv(id),
  });
  const event = (id: 'search' | 'result' | 'not-found') => ({
    id,
    strings: strings.tables[id],
    counted: strings.tables.count,
    rows: events[id] ?? [],
    csv: csv(`events/${id}`),
    isCode: true,
  });
  return (
    <div className="tables">
      <TopTable
        {...dimension('referrer')}
        {...addDirect(tables.referrer ?? [], overview.total.views)}
        nameOf={(value) => value || strings.tables.direct}
      />
      <TopTable {...dimension('source')} />
      <TopTable {...event('search')} />
      <TopTable {...event('result')} nameOf={isolateQuery} />
      <TopTable {...event('not-found')} />
      <TopTable {...dimension('browser')} />
      <TopTable {...dimension('system')} />
      <TopTable {...dimension('size')} nameOf={(value) => sizes[value] ?? value} />
      <TopTable {...dimension('language')} nameOf={format.language} />
      <TopTable
        id="visits"
        strings={strings.tables.visits}
        counted={strings.tables.count}
        rows={events.language ?? []}
        csv={csv('events/language')}
        nameOf={(value) => languages[value] ?? value}
      />
      <TopTable
        id="agent"
        strings={strings.tables.agent}
        counted={strings.tables.count}
        rows={tables.agent ?? []}
        csv={csv('text')}
        nameOf={(value) => agents[value] ?? value}
      />
    </div>
  );
}

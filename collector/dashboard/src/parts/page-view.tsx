import { linkTo, pageAddress, type View } from '../state/address.ts';
import {
  csvOf,
  type Domain,
  type Overview,
  type PageReport,
  pathOf,
  type Row,
} from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { useLoad } from '../state/use-load.ts';
import { pointsOf } from './chart-axis.ts';
import type { Series } from './chart-shape.ts';
import { PathText } from './coded.tsx';
import { Frame } from './frame.tsx';
import { showHelpful, totalAnswers } from './helpful.ts';
import { ArrowLeft, ArrowOut } from './icons.tsx';
import { languageName, looks } from './languages.ts';
import { PageFeedback } from './page-feedback.tsx';
import { ReportChart } from './report-chart.tsx';
import { Scroll } from './scroll.tsx';
import { createComparison, type Figure, Summary, timePerView } from './summary.tsx';

interface PageViewProps {
  readonly domain: Domain;
  readonly view: View;
  readonly page: string;
  readonly overview: Overview | undefined;
}

/** One page in all its languages. */
export function PageView({ domain, view, page, overview }: PageViewProps) {
  const { strings } = useStrings();
  const loaded = useLoad<PageReport>(pathOf(domain, 'page', view.range, { path: page }));
  return (
    <Frame
      view={view}
      loaded={loaded}
      above={<BackLink view={view} />}
      title={
        <span className="path">
          <PathText path={page} />
        </span>
      }
      extra={<OpenLink origin={domain.origins[0]} page={page} />}
    >
      {(report) => (
        <>
          <PageSummary report={report} overview={overview} />
          {report.total.views === 0 && <p className="card empty">{strings.pages.none}</p>}
          <PageChart domain={domain} view={view} report={report} />
          <PageFeedback report={report} />
          {report.languages.length > 1 && <Languages report={report} />}
        </>
      )}
    </Frame>
  );
}

function BackLink({ view }: Pick<PageViewProps, 'view'>) {
  const { strings } = useStrings();
  return (
    <nav className="back" aria-label={strings.pages.title}>
      <a {...linkTo({ ...view, page: undefined })}>
        <ArrowLeft />
        {strings.pages.all}
      </a>
    </nav>
  );
}

interface OpenLinkProps {
  readonly origin: string | undefined;
  readonly page: string;
}

function OpenLink({ origin, page }: OpenLinkProps) {
  const { strings } = useStrings();
  const address = origin && pageAddress(origin, page);
  return (
    address && (
      <a href={address} rel="noreferrer" target="_blank">
        {strings.pages.open}
        <ArrowOut />
      </a>
    )
  );
}

function PageSummary({ report, overview }: Pick<PageViewProps, 'overview'> & ReportProps) {
  const { strings, format } = useStrings();
  const { total, before, from, to } = report;
  const compare = createComparison(total, before);
  const figures: Figure[] = [
    compare(strings.figures.views, format.number, ({ views }) => views),
    compare(strings.figures.entries, format.number, ({ readers }) => readers),
    compare(strings.figures.time, format.time, timePerView),
  ];
  figures.push({
    name: strings.feedback.helpful,
    value: showHelpful(totalAnswers(report.feedback), format),
    note: strings.feedback.answers,
  });
  // The overview may still show a different period.
  if (overview && overview.from === from && overview.to === to) {
    figures.push({
      name: strings.figures.share,
      value: format.share(ratioOf(total.views, overview.total.views)),
      note: '',
    });
  }
  return <Summary figures={figures} />;
}

interface ReportProps {
  readonly report: PageReport;
}

function PageChart({ domain, view, report }: ReportProps & Pick<PageViewProps, 'domain' | 'view'>) {
  const { strings, format } = useStrings();
  const languages = Object.entries(report.parts);
  const { unit, values: points, before } = pointsOf(report);
  const names = strings.chart[unit];
  const series: Series[] =
    languages.length > 1
      ? languages.map(([path, values], index) => ({
          name: languageName(path, strings.pages.main, format),
          values,
          look: looks[index % looks.length] as 'main',
        }))
      : [
          { name: strings.figures.views, values: points.map(({ views }) => views), look: 'main' },
          { name: names.before, values: before, look: 'before' },
        ];
  const csv = csvOf(domain, `${unit}s`, view.range, { page: report.page });
  return <ReportChart title={names.page} report={report} series={series} csv={csv} />;
}

function Languages({ report: { languages, total } }: ReportProps) {
  const { strings } = useStrings();
  return (
    <section className="card table" aria-labelledby="languages">
      <div className="head">
        <h2 id="languages">{strings.pages.languages}</h2>
      </div>
      <Scroll label={strings.pages.languages}>
        <table aria-labelledby="languages">
          <thead>
            <tr>
              <th scope="col">{strings.pages.language}</th>
              {(['views', 'entries', 'time'] as const).map((name) => (
                <th key={name} scope="col" className="number">
                  {strings.figures[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {languages.map((row, index) => (
              <LanguageCells
                key={row.value}
                row={row}
                look={looks[index % looks.length]}
                share={ratioOf(row.views, total.views)}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

interface LanguageCellsProps {
  readonly row: Row;
  readonly look: string | undefined;
  /** The share of the page's views, from 0 to 1. */
  readonly share: number;
}

function LanguageCells({ row, look, share }: LanguageCellsProps) {
  const { strings, format } = useStrings();
  return (
    <tr>
      <th scope="row">
        <span className="shares" aria-hidden="true">
          <i data-look={look} style={{ width: `${share * 100}%` }} />
        </span>
        <span>
          {languageName(row.value, strings.pages.main, format)}{' '}
          <span className="soft">{format.share(share)}</span>
        </span>
      </th>
      <td className="number">{format.number(row.views)}</td>
      <td className="number">{format.number(row.readers)}</td>
      <td className="number">{format.time(timePerView(row))}</td>
    </tr>
  );
}

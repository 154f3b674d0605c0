import { linkTo, pageAddress, type View } from '../state/address.ts';
import { csvOf, type Domain, type Overview, type PageReport } from '../state/api.ts';
import { ratioOf } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import type { Loaded } from '../state/use-load.ts';
import { Chart, type Series } from './chart.tsx';
import { PathText } from './coded.tsx';
import { DayTable } from './day-table.tsx';
import { Frame } from './frame.tsx';
import { ArrowLeft, ArrowOut } from './icons.tsx';
import { languageName, looks } from './languages.ts';
import { Scroll } from './scroll.tsx';
import { type Figure, Summary } from './summary.tsx';

interface PageViewProps {
  readonly domain: Domain;
  readonly view: View;
  readonly page: string;
  readonly loaded: Loaded<PageReport>;
  readonly overview: Overview | undefined;
}

/** One page in all its languages. */
export function PageView({ domain, view, page, loaded, overview }: PageViewProps) {
  const { strings } = useStrings();
  const [origin] = domain.origins;
  const back = (
    <nav className="back" aria-label={strings.pages.title}>
      <a {...linkTo({ ...view, page: undefined })}>
        <ArrowLeft />
        {strings.pages.all}
      </a>
    </nav>
  );
  const address = origin && pageAddress(origin, page);
  const open = address && (
    <a href={address} rel="noreferrer" target="_blank">
      {strings.pages.open}
      <ArrowOut />
    </a>
  );
  return (
    <Frame
      view={view}
      loaded={loaded}
      above={back}
      title={
        <span className="path">
          <PathText path={page} />
        </span>
      }
      beside={open}
    >
      {(report) => (
        <>
          <PageSummary report={report} overview={overview} />
          {report.total.views === 0 && <p className="card empty">{strings.pages.none}</p>}
          <PageChart domain={domain} view={view} report={report} />
          {report.languages.length > 1 && <Languages report={report} />}
        </>
      )}
    </Frame>
  );
}

function PageSummary({ report, overview }: Pick<PageViewProps, 'overview'> & ReportProps) {
  const { strings, format } = useStrings();
  const { total, before, from, to } = report;
  const time = (figures: typeof total) => ratioOf(figures.milliseconds, figures.views);
  const figures: Figure[] = [
    {
      name: strings.figures.views,
      value: format.number(total.views),
      compared: [total.views, before.views, format.number(before.views)],
    },
    {
      name: strings.figures.entries,
      value: format.number(total.readers),
      compared: [total.readers, before.readers, format.number(before.readers)],
    },
    {
      name: strings.figures.time,
      value: format.time(time(total)),
      compared: [time(total), time(before), format.time(time(before))],
    },
  ];
  // Only figures of the same days may be compared.
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
  const days = report.days.map(({ day }) => day);
  const languages = Object.entries(report.parts);
  const series: Series[] =
    languages.length > 1
      ? languages.map(([path, values], index) => ({
          name: languageName(path, strings.pages.main, format),
          values,
          look: looks[index % looks.length] as 'main',
        }))
      : [
          {
            name: strings.figures.views,
            values: report.days.map(({ views }) => views),
            look: 'main',
          },
          { name: strings.chart.before, values: report.daysBefore, look: 'before' },
        ];
  return (
    <figure className="card chart" aria-labelledby="chart">
      <h2 id="chart">{strings.chart.page}</h2>
      <Chart title={strings.chart.page} days={days} today={report.today} series={series} />
      <DayTable
        title={strings.chart.page}
        days={days}
        series={series}
        csv={csvOf(domain, 'days', view.range, { page: report.page })}
      />
    </figure>
  );
}

/** What each language has of the page. */
function Languages({ report: { languages, total } }: ReportProps) {
  const { strings, format } = useStrings();
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
            {languages.map(({ value, views, readers, milliseconds }, index) => (
              <tr key={value}>
                <th scope="row">
                  <span className="shares" aria-hidden="true">
                    <i
                      data-look={looks[index % looks.length]}
                      style={{ width: `${ratioOf(views, total.views) * 100}%` }}
                    />
                  </span>
                  <span>
                    {languageName(value, strings.pages.main, format)}{' '}
                    <span className="soft">{format.share(ratioOf(views, total.views))}</span>
                  </span>
                </th>
                <td className="number">{format.number(views)}</td>
                <td className="number">{format.number(readers)}</td>
                <td className="number">{format.time(ratioOf(milliseconds, views))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

import type { View } from '../state/address.ts';
import { type Domain, type ImprovementReport, type Overview, pathOf } from '../state/api.ts';
import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { useLoad } from '../state/use-load.ts';
import { Notice } from './notice.tsx';
import { LinkedPages, PageName, PageRow, WorkList, WorkRow } from './work-list.tsx';

interface ImproveProps {
  readonly domain: Domain;
  readonly view: View;
  readonly overview: Overview;
}

/** Lists possible improvements by problem. */
export function Improve({ domain, view, overview }: ImproveProps) {
  const loaded = useLoad<ImprovementReport>(pathOf(domain, 'improvements', view.range));
  const { value, time, isOld, problem, retry } = loaded;
  return (
    <>
      <Notice problem={problem} time={time} retry={retry} />
      {value ? (
        <div className="content" aria-busy={isOld} data-old={isOld}>
          <Lists domain={domain} view={view} overview={overview} report={value} />
        </div>
      ) : (
        <div className="waiting" />
      )}
    </>
  );
}

interface ListProps extends ImproveProps {
  readonly report: ImprovementReport;
}

function Lists(props: ListProps) {
  const { strings } = useStrings();
  const { minimum } = props.report;
  return (
    <>
      <div className="tables improve">
        <Unhelpful {...props} />
        <Searches {...props} />
        <NotFound {...props} />
        <Outdated {...props} />
        <QuickExits {...props} />
      </div>
      <p className="soft">{fill(strings.improve.minimum, { count: minimum })}</p>
    </>
  );
}

function Unhelpful({ domain, view, report, overview }: ListProps) {
  const { strings, format } = useStrings();
  const { title, hint, few } = strings.improve.unhelpful;
  const reasons: Readonly<Record<string, string>> = strings.feedback.reasons;
  const hasAnswers = overview.feedback.yes + overview.feedback.no > 0;
  return (
    <WorkList
      id="unhelpful"
      title={title}
      hint={hint}
      empty={hasAnswers ? few : strings.feedback.empty}
      rows={report.unhelpful}
      render={(page) => (
        <PageRow
          key={page.path}
          {...{ domain, view, page }}
          count={fill(strings.improve.unhelpful.count, {
            no: format.number(page.no),
            all: format.number(page.no + page.yes),
          })}
          facts={Object.entries(page.reasons)
            .toSorted(([, a], [, b]) => b - a)
            .map(([reason, count]) => `${reasons[reason] ?? reason} (${format.number(count)})`)}
        />
      )}
    />
  );
}

function Searches({ report, overview }: ListProps) {
  const { strings, format } = useStrings();
  const { title, empty } = strings.tables.search;
  const hasSearches = (overview.events.search ?? []).length > 0;
  return (
    <WorkList
      id="failed-searches"
      title={title}
      hint={strings.improve.searches.hint}
      empty={hasSearches ? strings.improve.searches.few : empty}
      rows={report.searches}
      render={({ query, count }) => (
        <WorkRow
          key={query}
          name={<span className="code">{query}</span>}
          count={format.number(count)}
        />
      )}
    />
  );
}

function NotFound({ domain, view, report, overview }: ListProps) {
  const { strings, format } = useStrings();
  const { title, empty } = strings.tables['not-found'];
  const hasPaths = (overview.events['not-found'] ?? []).length > 0;
  return (
    <WorkList
      id="missing-paths"
      title={title}
      hint={strings.improve.notFound.hint}
      empty={hasPaths ? strings.improve.notFound.few : empty}
      rows={report.notFound}
      render={({ path, count, links }) => (
        <WorkRow
          key={path}
          name={<PageName {...{ domain, view, path }} />}
          count={format.number(count)}
        >
          {links.length > 0 && <LinkedPages {...{ domain, view, links }} />}
        </WorkRow>
      )}
    />
  );
}

function Outdated({ domain, view, report }: ListProps) {
  const { strings, format } = useStrings();
  const { title, hint, few, unknown, sections } = strings.improve.outdated;
  return (
    <WorkList
      id="outdated"
      title={title}
      hint={hint}
      empty={report.hasPageList ? few : unknown}
      rows={report.outdated}
      render={(page) => (
        <PageRow
          key={page.path}
          {...{ domain, view, page }}
          count={format.number(page.views)}
          facts={[fill(sections, { count: format.number(page.outdated) })]}
        />
      )}
    />
  );
}

function QuickExits({ domain, view, report }: ListProps) {
  const { strings, format } = useStrings();
  const { title, hint, few, time } = strings.improve.quickExits;
  return (
    <WorkList
      id="quick-exits"
      title={title}
      hint={hint}
      empty={few}
      rows={report.quickExits}
      render={(page) => (
        <PageRow
          key={page.path}
          {...{ domain, view, page }}
          count={format.number(page.views)}
          facts={[fill(time, { time: format.time(page.milliseconds) })]}
        />
      )}
    />
  );
}

import type { PageReport } from '../state/api.ts';
import { useStrings } from '../state/strings.ts';
import { answersOf, totalAnswers } from './helpful.ts';
import { ReportChart } from './report-chart.tsx';
import { TopTable } from './top-table.tsx';

interface PageFeedbackProps {
  readonly report: PageReport;
}

/** The answers to "Was this page helpful?": their trend, and the reasons for "no". */
export function PageFeedback({ report }: PageFeedbackProps) {
  const { strings } = useStrings();
  const { feedback } = report;
  const reasons: Readonly<Record<string, string>> = strings.feedback.reasons;
  const hasAnswers = answersOf(totalAnswers(feedback)) > 0;
  const rows = Object.entries(feedback.reasons)
    .map(([value, views]) => ({ value, views, readers: 0, milliseconds: 0 }))
    .sort((a, b) => b.views - a.views);
  return (
    <>
      {/* Answers are counted per day, so a single day has no trend. */}
      {hasAnswers && report.days.length > 1 && <Trend report={report} />}
      <TopTable
        id="reasons"
        strings={{
          title: strings.feedback.reasonsTitle,
          value: strings.feedback.reason,
          empty: hasAnswers ? strings.feedback.noReasons : strings.feedback.empty,
        }}
        counted={strings.tables.count}
        rows={rows}
        nameOf={(value) => reasons[value] ?? value}
      />
    </>
  );
}

function Trend({ report }: PageFeedbackProps) {
  const { strings } = useStrings();
  const { yes, no } = report.feedback;
  return (
    <ReportChart
      title={strings.feedback.title}
      report={report}
      series={[
        { name: strings.feedback.yes, values: yes, look: 'main' },
        { name: strings.feedback.no, values: no, look: 'third' },
      ]}
      summary={strings.feedback.summary}
    />
  );
}

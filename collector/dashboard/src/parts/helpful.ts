import type { Feedback, FeedbackDays } from '../state/api.ts';
import { type Format, ratioOf } from '../state/format.ts';

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export const totalAnswers = ({ yes, no }: FeedbackDays): Feedback => ({
  yes: sum(yes),
  no: sum(no),
});

export const answersOf = ({ yes, no }: Feedback): number => yes + no;

/** The share of "yes" and the number of answers: 83% (12). A dash without answers. */
export function showHelpful(feedback: Feedback, format: Format): string {
  const answers = answersOf(feedback);
  return answers > 0
    ? `${format.share(ratioOf(feedback.yes, answers))} (${format.number(answers)})`
    : '–';
}

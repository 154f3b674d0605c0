// Formats numbers, times and days for a language.
import { type Language, TAGS } from './language.ts';

const UTC = 'UTC';

export interface Format {
  readonly number: (value: number) => string;
  readonly decimal: (value: number) => string;
  readonly share: (value: number) => string;
  /** A share in percent, but <1% or >99% where 0% or 100% would be wrong. */
  readonly portion: (value: number) => string;
  /** A change in percent, with a plus or minus sign. */
  readonly change: (value: number) => string;
  /** A duration such as 1m 24s, or a dash for 0, because no visitor has sent a duration then. */
  readonly time: (milliseconds: number) => string;
  readonly clock: (moment: Date) => string;
  /** A day on an axis, in the short format for Chinese too: Nov 3, 11/3. */
  readonly day: (day: string) => string;
  /** A day with its weekday and year. */
  readonly fullDay: (day: string) => string;
  readonly days: (from: string, to: string) => string;
  /** The separator of list items. */
  readonly comma: string;
  /** The separator of sentences. */
  readonly gap: string;
  /** The name of a language, or the code itself if it is unknown. */
  readonly language: (code: string) => string;
}

/** The current day in UTC. */
export const findToday = (): string => new Date().toISOString().slice(0, 10);

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** For example 2026年10月17日至11月15日. `Intl` would use slashes. */
const nameChineseDays = (from: string, to: string, name: (day: string) => string): string => {
  const isSameYear = from.slice(0, 4) === to.slice(0, 4);
  return from === to ? name(to) : `${name(from)}至${name(to).slice(isSameYear ? 5 : 0)}`;
};

type Numbers = Pick<Format, 'number' | 'decimal' | 'share' | 'portion' | 'change' | 'time'>;

function createNumbers(language: Language): Numbers {
  const numbers = (options: Intl.NumberFormatOptions) => {
    const { format } = new Intl.NumberFormat(TAGS[language], options);
    return (value: number) => format(value);
  };
  const percent = { style: 'percent', maximumFractionDigits: 0 } as const;
  const share = numbers(percent);
  const unit = (name: string) =>
    numbers({ style: 'unit', unit: name, unitDisplay: language === 'zh' ? 'short' : 'narrow' });
  const [minutes, seconds] = [unit('minute'), unit('second')];
  return {
    number: numbers({}),
    decimal: numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    share,
    portion: (value) => {
      if (value > 0 && value < 0.005) {
        return `<${share(0.01)}`;
      }
      return value >= 0.995 && value < 1 ? `>${share(0.99)}` : share(value);
    },
    change: numbers({ ...percent, signDisplay: 'exceptZero' }),
    time: (milliseconds) => {
      if (milliseconds === 0) {
        return '–';
      }
      const total = Math.round(milliseconds / 1000);
      const parts = [seconds(total % 60)];
      return (total < 60 ? parts : [minutes(Math.floor(total / 60)), ...parts]).join(' ');
    },
  };
}

export function createFormat(language: Language): Format {
  const tag = TAGS[language];
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: UTC, ...options });
  const short = dates({ day: 'numeric', month: language === 'zh' ? 'numeric' : 'short' });
  const full = dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const dated = dates({
    day: 'numeric',
    month: language === 'zh' ? 'long' : 'short',
    year: 'numeric',
  });
  const clock = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit' });
  const names = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' });

  return {
    ...createNumbers(language),
    clock: (moment) => clock.format(moment),
    day: (day) => short.format(dateOf(day)),
    fullDay: (day) => full.format(dateOf(day)),
    days: (from, to) =>
      language === 'zh'
        ? nameChineseDays(from, to, (day) => dated.format(dateOf(day)))
        : dated.formatRange(dateOf(from), dateOf(to)),
    gap: language === 'zh' ? '' : ' ',
    comma: language === 'zh' ? '，' : ', ',
    language: (code) => {
      try {
        return names.of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}

/** The relative change; undefined if the previous value is 0. */
export const changeOf = (now: number, before: number): number | undefined =>
  before > 0 ? now / before - 1 : undefined;

export const ratioOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** Replaces each `{name}` in a string with its value. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

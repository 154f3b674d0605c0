import type { Language } from './language.ts';

export const KINDS = ['green', 'white', 'oolong', 'black', 'puer', 'herbal'] as const;
export type Kind = (typeof KINDS)[number];

export type Tea = {
  id: string;
  name: string;
  kind: Kind;
  celsius: number;
  seconds: number;
};

export type Draft = Omit<Tea, 'id'>;

/** Defaults for each kind. */
export const BREWING: Readonly<Record<Kind, Pick<Tea, 'celsius' | 'seconds'>>> = {
  green: { celsius: 80, seconds: 120 },
  white: { celsius: 85, seconds: 180 },
  oolong: { celsius: 95, seconds: 180 },
  black: { celsius: 95, seconds: 240 },
  puer: { celsius: 100, seconds: 180 },
  herbal: { celsius: 100, seconds: 360 },
};

export const EMPTY_DRAFT: Draft = { name: '', kind: 'green', ...BREWING.green };

export function initialTeas(language: Language): Tea[] {
  const [longjing, tieguanyin, keemun] =
    language === 'zh' ? ['西湖龙井', '铁观音', '祁门红茶'] : ['Longjing', 'Tieguanyin', 'Keemun'];
  return [
    { id: 'longjing', name: `${longjing}`, kind: 'green', ...BREWING.green },
    { id: 'tieguanyin', name: `${tieguanyin}`, kind: 'oolong', ...BREWING.oolong },
    { id: 'keemun', name: `${keemun}`, kind: 'black', ...BREWING.black },
  ];
}

export type Unit = 'celsius' | 'fahrenheit';

export const formatTemperature = (celsius: number, unit: Unit): string =>
  unit === 'celsius' ? `${celsius} °C` : `${Math.round(celsius * 1.8 + 32)} °F`;

/** `2:05`. */
export const formatTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;

/** The range inputs of a draft. */
export const SLIDERS = [
  { name: 'celsius', label: 'temperature', min: 60, max: 100, step: 5, format: formatTemperature },
  { name: 'seconds', label: 'time', min: 15, max: 600, step: 15, format: formatTime },
] as const;

/** Whole seconds until a tea is ready. */
export const secondsUntil = (readyAt = 0, now: number): number =>
  Math.max(0, Math.round((readyAt - now) / 1000));

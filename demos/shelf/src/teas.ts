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

/** A tea that is being written down. */
export type Draft = Omit<Tea, 'id'>;

/** How a kind is usually brewed, in a pot. */
export const USUAL: Readonly<Record<Kind, Pick<Tea, 'celsius' | 'seconds'>>> = {
  green: { celsius: 80, seconds: 120 },
  white: { celsius: 85, seconds: 180 },
  oolong: { celsius: 95, seconds: 180 },
  black: { celsius: 95, seconds: 240 },
  puer: { celsius: 100, seconds: 180 },
  herbal: { celsius: 100, seconds: 360 },
};

export const EMPTY_DRAFT: Draft = { name: '', kind: 'green', ...USUAL.green };

/** The shelf of somebody who is here for the first time. */
export function firstTeas(language: Language): Tea[] {
  const [longjing, tieguanyin, keemun] =
    language === 'zh' ? ['西湖龙井', '铁观音', '祁门红茶'] : ['Longjing', 'Tieguanyin', 'Keemun'];
  return [
    { id: 'longjing', name: `${longjing}`, kind: 'green', ...USUAL.green },
    { id: 'tieguanyin', name: `${tieguanyin}`, kind: 'oolong', ...USUAL.oolong },
    { id: 'keemun', name: `${keemun}`, kind: 'black', ...USUAL.black },
  ];
}

export type Unit = 'celsius' | 'fahrenheit';

export const formatTemperature = (celsius: number, unit: Unit): string =>
  unit === 'celsius' ? `${celsius} °C` : `${Math.round(celsius * 1.8 + 32)} °F`;

/** `2:05`. */
export const formatTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;

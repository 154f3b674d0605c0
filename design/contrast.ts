/** Lightness from 0 to 1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

export interface ColorToken {
  readonly light: Oklch;
  readonly dark: Oklch;
}

const NUMBER = String.raw`([\d.]+)`;
const COLOR = String.raw`oklch\(${NUMBER}% ${NUMBER} ${NUMBER}\)`;
const TOKEN = new RegExp(String.raw`--([\w-]+): light-dark\(${COLOR}, ${COLOR}\);`, 'g');

/** The colors that a stylesheet defines, for light and dark mode. */
export function readTokens(css: string): ReadonlyMap<string, ColorToken> {
  const found = [...css.matchAll(TOKEN)].map(([, name, ...parts]): [string, ColorToken] => {
    const [l1, c1, h1, l2, c2, h2] = parts.map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return [name as string, { light: [l1 / 100, c1, h1], dark: [l2 / 100, c2, h2] }];
  });
  return new Map(found);
}

/** The contrast of two colors, as defined by WCAG 2. */
export function contrastOf(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return ((lighter as number) + 0.05) / ((darker as number) + 0.05);
}

function luminanceOf(color: Oklch): number {
  const [red, green, blue] = toLinearRgb(color).map((part) => Math.min(Math.max(part, 0), 1));
  return 0.2126 * (red as number) + 0.7152 * (green as number) + 0.0722 * (blue as number);
}

/** https://bottosson.github.io/posts/oklab/ */
function toLinearRgb([lightness, chroma, hue]: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

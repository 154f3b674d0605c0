import type { Platform } from '../src/device.ts';

/** Browser, version, operating system, version, device and manufacturer. */
type Cell = string | null;
export type Row = [Cell, Cell, Cell, Cell, Cell, Cell];

export function rowOf(platform: Platform | undefined): Row | undefined {
  return (
    platform && [
      platform.browserName,
      platform.browserVersion,
      platform.osName,
      platform.osVersion,
      platform.deviceName,
      platform.deviceManufacturer,
    ]
  );
}

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'iPhone; CPU iPhone OS 18_5 like Mac OS X';

/** The expected row of each user agent, separated by bars; empty for null. */
const EXPECTED: readonly (readonly [userAgent: string, row: string])[] = [
  [
    `(X11; Linux x86_64) ${WEBKIT} HeadlessChrome/156.0.0.0 Safari/537.36`,
    'Chrome|156.0.0.0|Linux|||',
  ],
  [
    `(Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`,
    'Chrome|156.0.0.0|Windows|10||',
  ],
  [
    `(Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`,
    'Microsoft Edge|156.0.0.0|Windows|10||',
  ],
  [
    `(Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    'Opera|120.0.0.0|Windows|10||',
  ],
  [
    '(Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox|140.0|Windows|10||',
  ],
  [
    '(Windows NT 6.1; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0',
    'Firefox|115.0|Windows|7||',
  ],
  [
    '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari|18.5|macOS|10.15.7||',
  ],
  [
    '(Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox|140.0|macOS|10.15||',
  ],
  [
    `(${IPHONE}) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari|18.5|iOS|18.5|iPhone|Apple',
  ],
  [
    `(iPad; CPU OS 17_7 like Mac OS X) ${WEBKIT} Version/17.7 Mobile/15E148 Safari/604.1`,
    'Safari|17.7|iOS|17.7|iPad|Apple',
  ],
  [
    `(${IPHONE}) ${WEBKIT} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`,
    'Chrome Mobile|138.0.7204.53|iOS|18.5|iPhone|Apple',
  ],
  [
    `(${IPHONE}) ${WEBKIT} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox for iOS|140.0|iOS|18.5|iPhone|Apple',
  ],
  [
    `(Linux; Android 10; K) ${WEBKIT} Chrome/156.0.0.0 Mobile Safari/537.36`,
    'Chrome Mobile|156.0.0.0|Android|10||',
  ],
  [
    `(Linux; Android 14; Pixel 8 Build/UP1A) ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36`,
    'Chrome Mobile|120.0.0.0|Android|14|Pixel 8|Google',
  ],
  [
    `(Linux; Android 13; SM-S901B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet|28.0|Android|13|SM-S901B|Samsung',
  ],
  ['(Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox Mobile|140.0|Android|15||'],
  [
    `(X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`,
    'Chrome|156.0.0.0|Chrome OS|||',
  ],
  ['(X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox|140.0|Ubuntu|||'],
  ['curl/8.5.0', '|||||'],
];

export const USER_AGENTS: readonly (readonly [userAgent: string, row: Row])[] = EXPECTED.map(
  ([userAgent, row]) => [
    `Mozilla/5.0 ${userAgent}`,
    row.split('|').map((cell) => cell || null) as Row,
  ],
);

import { manufacturerOf, type Platform } from './device.ts';

/** In the order of the search: most user agents also contain the names of browsers further down. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Microsoft Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['Firefox for iOS', /FxiOS\/([\d.]+)/],
  ['Firefox Mobile', /Android.*Firefox\/([\d.]+)/],
  ['Firefox', /Firefox\/([\d.]+)/],
  ['Chrome Mobile', /CriOS\/([\d.]+)/],
  ['Chrome Mobile', /Chrome\/([\d.]+) Mobile/],
  ['Chrome', /Chrome\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari\//],
];

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Windows', /Windows NT ([\d.]+)/],
  ['iOS', /(?:iPhone|iPad|iPod).*? OS ([\d_]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['Android', /Android ([\d.]+)/],
  ['Chrome OS', /CrOS/],
  ['Ubuntu', /Ubuntu/],
  ['Linux', /Linux/],
];

/** For browsers without client hints. Recognizes common browsers only. */
export function parseUserAgent(userAgent: string): Platform {
  const [browserName, browserVersion] = find(BROWSERS, userAgent);
  const [osName, osVersion] = find(SYSTEMS, userAgent);
  const deviceName = findModel(userAgent);
  return {
    deviceName,
    deviceManufacturer: manufacturerOf(deviceName),
    osName,
    osVersion: osName === 'Windows' ? windowsVersion(osVersion) : dotted(osVersion),
    browserName,
    browserVersion,
  };
}

function windowsVersion(kernel: string | null): string | null {
  const names: Record<string, string> = { '6.1': '7', '6.2': '8', '6.3': '8.1', '10.0': '10' };
  return names[kernel ?? ''] ?? kernel;
}

function dotted(version: string | null): string | null {
  return version?.replace(/_/g, '.') ?? null;
}

function find(
  patterns: readonly (readonly [string, RegExp])[],
  text: string,
): readonly [string | null, string | null] {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found) return [name, found[1] || null];
  }
  return [null, null];
}

/** Browsers that hide the model report `K`, `Mobile` or `Tablet` instead. */
function findModel(userAgent: string): string | null {
  const found =
    /\((iPhone|iPad|iPod)|Android [\d.]+; (?!(?:K|Mobile|Tablet)\b)([^;)]+?)(?: Build\/.*)?[;)]/.exec(
      userAgent,
    );
  return found?.[1] ?? found?.[2] ?? null;
}

import { manufacturerOf, type Platform } from './device.ts';

interface Brand {
  readonly brand: string;
  readonly version: string;
}

/** `navigator.userAgentData`, which Chromium provides in secure contexts. */
interface UserAgentData {
  readonly brands: readonly Brand[];
  readonly mobile: boolean;
  readonly platform: string;
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly model?: string;
    readonly platformVersion?: string;
  }>;
}

/** Returns undefined if the browser has no client hints or a permissions policy blocks them. */
export async function readClientHints(): Promise<Platform | undefined> {
  const hints = (navigator as { userAgentData?: UserAgentData }).userAgentData;
  if (!hints) return undefined;
  try {
    const values = await hints.getHighEntropyValues(['model', 'platformVersion']);
    return describe(hints, values.model || null, values.platformVersion ?? '');
  } catch {
    return undefined;
  }
}

/** The browser version is as in user agents: the full version would help to identify visitors. */
function describe(hints: UserAgentData, model: string | null, platformVersion: string): Platform {
  const { brand, version } = pickBrand(hints.brands);
  const isChrome = /chrom/i.test(brand);
  return {
    deviceName: model,
    deviceManufacturer: manufacturerOf(model),
    osName: hints.platform || null,
    osVersion: systemVersion(hints.platform, platformVersion),
    browserName: isChrome ? `Chrome${hints.mobile ? ' Mobile' : ''}` : brand || null,
    browserVersion: /^\d+$/.test(version) ? `${version}.0.0.0` : version || null,
  };
}

/** Prefers a brand other than Chromium, and skips the GREASE brand (such as `Not A;Brand`). */
function pickBrand(brands: readonly Brand[]): Brand {
  const real = brands.filter(({ brand }) => !/not.*brand/i.test(brand));
  return real.find(({ brand }) => brand !== 'Chromium') ?? real[0] ?? { brand: '', version: '' };
}

function systemVersion(platform: string, version: string): string | null {
  if (platform === 'Windows') return windowsVersion(Number.parseInt(version, 10));
  // On other platforms it is the version of a kernel or a build.
  if (platform !== 'macOS' && platform !== 'Android') return null;
  return version.replace(/(\.0)+$/, '') || null;
}

/** The hint is an API version, not a Windows version: Windows 11 starts at 13. */
function windowsVersion(major: number): string | null {
  if (major >= 13) return '11';
  return major >= 1 ? '10' : null;
}

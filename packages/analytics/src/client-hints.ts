import { makerOf, type Platform } from './device.ts';

interface Brand {
  readonly brand: string;
  readonly version: string;
}

/** What browsers on Chromium tell of themselves, where pages are served safely. */
interface UserAgentData {
  readonly brands: readonly Brand[];
  readonly mobile: boolean;
  readonly platform: string;
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly model?: string;
    readonly platformVersion?: string;
  }>;
}

/** Nothing where a browser has no hints, or a site's policy forbids them. */
export async function readClientHints(): Promise<Platform | undefined> {
  const hints = (navigator as { userAgentData?: UserAgentData }).userAgentData;
  if (!hints) return undefined;
  try {
    const asked = await hints.getHighEntropyValues(['model', 'platformVersion']);
    return describe(hints, asked.model || null, asked.platformVersion ?? '');
  } catch {
    return undefined;
  }
}

/** The version is as user agents write it; the exact one would only help to recognise somebody. */
function describe(hints: UserAgentData, model: string | null, platformVersion: string): Platform {
  const { brand, version } = pickBrand(hints.brands);
  const isChrome = /chrom/i.test(brand);
  return {
    deviceName: model,
    deviceManufacturer: makerOf(model),
    osName: hints.platform || null,
    osVersion: systemVersion(hints.platform, platformVersion),
    browserName: isChrome ? `Chrome${hints.mobile ? ' Mobile' : ''}` : brand || null,
    browserVersion: /^\d+$/.test(version) ? `${version}.0.0.0` : version || null,
  };
}

/** The brand that is neither the common base nor the one that stands there to keep parsers honest. */
function pickBrand(brands: readonly Brand[]): Brand {
  const real = brands.filter(({ brand }) => !/not.*brand/i.test(brand));
  return real.find(({ brand }) => brand !== 'Chromium') ?? real[0] ?? { brand: '', version: '' };
}

function systemVersion(platform: string, version: string): string | null {
  if (platform === 'Windows') return windowsVersion(Number.parseInt(version, 10));
  // Elsewhere it is the number of a kernel or a build.
  const isTelling = platform === 'macOS' || platform === 'Android';
  return (isTelling && version.replace(/(\.0)+$/, '')) || null;
}

/** The hint counts releases of an interface: Windows 11 begins at 13. */
function windowsVersion(major: number): string | null {
  if (major >= 13) return '11';
  return major >= 1 ? '10' : null;
}

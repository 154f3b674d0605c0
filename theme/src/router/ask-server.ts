import type { AssetUrl } from '../../../contracts/assets.gen';

/** The server did not respond. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';

  /** Whether it timed out, instead of refusing the connection. */
  get isTimeout(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'TimeoutError';
  }
}

/** Fetches a file. Rejects with UnreachableError, or with another error for a bad response. */
export async function fetchText(
  address: AssetUrl,
  timeout: number,
  cache: RequestCache = 'default',
): Promise<string> {
  const [response, text] = await ask(address, timeout, { cache });
  if (!response.ok) {
    throw new Error(`${address} answered with ${response.status}.`);
  }
  return text;
}

/** The same for JSON. */
export const fetchJson = async <T>(...request: Parameters<typeof fetchText>): Promise<T> =>
  JSON.parse(await fetchText(...request));

/**
 * Rejects if a document can't be loaded, because navigating there would replace the page with an error
 * page of the browser or the server.
 */
export async function checkDocument(address: string, timeout: number): Promise<void> {
  // Following a redirect to another origin would fail.
  const [{ status }] = await ask(address, timeout, { method: 'HEAD', redirect: 'manual' });
  if (status >= 500) {
    throw new Error(`${address} answered with ${status}.`);
  }
}

async function ask(
  address: string,
  timeout: number,
  options: RequestInit,
): Promise<[response: Response, text: string]> {
  const controller = new AbortController();
  const silence = new DOMException(`No answer after ${timeout} ms.`, 'TimeoutError');
  const timer = setTimeout(() => controller.abort(silence), timeout);
  try {
    const response = await fetch(address, { ...options, signal: controller.signal });
    return [response, await response.text()];
  } catch (cause) {
    throw new UnreachableError(`${address} did not answer.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

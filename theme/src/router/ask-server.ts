import type { AssetUrl } from '../../../contracts/assets.gen';

/** The server did not answer; nothing is known about what it has. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';

  /** Whether it kept silent, instead of refusing or not being there. */
  get isTimeout(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'TimeoutError';
  }
}

/** What a JSON file holds. Fails with UnreachableError, or because the answer is no such file. */
export async function fetchJson<T>(
  address: AssetUrl,
  timeout: number,
  cache: RequestCache = 'default',
): Promise<T> {
  const [response, text] = await ask(address, timeout, { cache });
  if (!response.ok) {
    throw new Error(`${address} answered with ${response.status}.`);
  }
  return JSON.parse(text);
}

/**
 * Fails when a document would not come. To go there would take from readers the page they have, and
 * show them whatever the browser or a broken server says instead.
 */
export async function checkDocument(address: string, timeout: number): Promise<void> {
  // The browser follows redirects; where they lead may not be ours to read.
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

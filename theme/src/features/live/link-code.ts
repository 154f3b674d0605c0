/** Code in the address of a page: `#live=1~<sample>~<code, deflated, in base64url>`. */

/** The start of a hash that contains code. */
export const LINK_MARK = '#live=';

const VERSION = '1';

/** Some applications truncate longer links. */
export const LONGEST_LINK = 8_000;

const LONGEST_TEXT = 50_000;

const PARTS = /^([0-9]+)~([\w./-]{1,200})~([\w-]+)$/;

/** The path of a sample, and the code that replaces it. */
export interface LinkedCode {
  readonly id: string;
  readonly text: string;
}

/** A link that can't be decoded. */
export class LinkError extends Error {
  constructor(readonly reason: 'damaged' | 'newer') {
    super(`The link is ${reason}.`);
    this.name = 'LinkError';
  }
}

/** Returns a hash that contains code. Rejects if it is too long for a link. */
export async function encodeLink({ id, text }: LinkedCode): Promise<string> {
  const packed = await collect(pass(new TextEncoder().encode(text), 'pack'));
  const hash = `${LINK_MARK}${VERSION}~${id}~${toBase64(packed)}`;
  if (hash.length > LONGEST_LINK || text.length > LONGEST_TEXT) {
    throw new RangeError('The code is too long for a link.');
  }
  return hash;
}

/** Returns the code in a hash. Rejects with a `LinkError`. */
export async function decodeLink(hash: string): Promise<LinkedCode> {
  const value = readValue(hash);
  const [, version, id, code] = PARTS.exec(value) ?? [];
  if (version !== VERSION || !id || !code) {
    throw new LinkError(Number.parseInt(value, 10) > Number(VERSION) ? 'newer' : 'damaged');
  }
  try {
    const bytes = await collect(pass(fromBase64(code), 'unpack'), LONGEST_TEXT * 3);
    return { id, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new LinkError('damaged');
  }
}

/** Some applications percent-encode characters such as `~`. */
function readValue(hash: string): string {
  const value = hash.slice(LINK_MARK.length);
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** `deflate` has a checksum, so a truncated or changed link fails to decode. */
function pass(bytes: Uint8Array<ArrayBuffer>, mode: 'pack' | 'unpack'): ReadableStream<Uint8Array> {
  const { readable, writable } =
    mode === 'pack' ? new CompressionStream('deflate') : new DecompressionStream('deflate');
  const writer = writable.getWriter();
  // Reading reports the error.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return readable;
}

/** Reads all bytes. The limit protects against decompression bombs. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return joinBytes(chunks, size);
    }
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw new RangeError('The text is too long.');
    }
    chunks.push(value);
  }
}

function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );

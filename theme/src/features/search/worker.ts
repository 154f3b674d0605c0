// The search worker: fetches the parts of the index that a query needs, and ranks sections.
import type { AssetUrl } from '../../../../contracts/assets.gen';
import type { SearchIndex } from '../../../../contracts/records.gen';
import { cached } from '../../shared/cached';
import { type OpenIndex, type PagefindIndex, startPagefind } from './pagefind';
import { chunksFor, type Hit, type Request, type Response, rank } from './ranking';

const files = new Map<string, Promise<unknown>>();

/** Fetches and opens a file once; a failure is tried again. */
const load = <T>(
  address: AssetUrl,
  open: (response: globalThis.Response) => Promise<T>,
): Promise<T> =>
  cached(files, address, async () => {
    const response = await fetch(address);
    if (!response.ok) {
      throw new Error(`${address} answers ${response.status}.`);
    }
    return open(response);
  });

interface OpenedIndex {
  readonly record: SearchIndex;
  readonly pagefind: PagefindIndex;
}

const openEngine = (address: AssetUrl): Promise<OpenIndex> =>
  load(address, async (response) => startPagefind(await response.arrayBuffer()));

const openIndex = (address: AssetUrl, engine: Promise<OpenIndex>): Promise<OpenedIndex> =>
  load(address, async (response) => {
    const record: SearchIndex = await response.json();
    const meta = Uint8Array.from(record.meta, (byte) => byte.charCodeAt(0));
    return { record, pagefind: (await engine)(meta) };
  });

const loadChunk = (address: AssetUrl, pagefind: PagefindIndex): Promise<void> =>
  load(address, async ({ body }) => {
    const plain = (body as ReadableStream<BufferSource>).pipeThrough(
      new DecompressionStream('gzip'),
    );
    pagefind.load(new Uint8Array(await new globalThis.Response(plain).arrayBuffer()));
  });

async function find({ folder, engine, index, ...wanted }: Request): Promise<readonly Hit[]> {
  const opening = openEngine(`${folder}${engine}.wasm`);
  const { record, pagefind } = await openIndex(`${folder}${index}.json`, opening);
  const words = new Set([...wanted.units.flat(2), ...wanted.extras]);
  const needed = new Set([...words].flatMap((word) => chunksFor(word, record)));
  await Promise.all([...needed].map((name) => loadChunk(`${folder}${name}.bin`, pagefind)));
  const found = new Map([...words].map((word) => [word, pagefind.search(word)]));
  return rank(wanted, found);
}

async function answer(request: Request): Promise<Response> {
  try {
    return { id: request.id, hits: await find(request) };
  } catch (error) {
    return { id: request.id, error: String(error) };
  }
}

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  (globalThis as unknown as { postMessage(message: Response): void }).postMessage(
    await answer(data),
  );
});

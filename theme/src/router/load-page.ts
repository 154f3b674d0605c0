import type { AssetPath } from '../../../contracts/assets.gen';
import type { Page, PageFile } from '../../../contracts/records.gen';

const PAGE_SCRIPT = /^\d+\.[0-9a-f]{8}$/;

/** Configures the bundler's runtime: where the site is, and the page scripts that docsite wrote. */
export function prepareScripts(base: string): void {
  __webpack_public_path__ = base;
  const fileNameOf = __webpack_get_script_filename__;
  // The name contains the number and the hash of a page, so a new version is another script.
  __webpack_get_script_filename__ = (chunk) =>
    PAGE_SCRIPT.test(chunk) ? (`assets/js/${chunk}.js` satisfies AssetPath) : fileNameOf(chunk);
}

/** The record of a page. Fails with ChunkLoadError: `missing`, `timeout` or the event's type. */
export async function loadPageScript({ number, hash }: PageFile): Promise<Page> {
  const chunk = `${number}.${hash}`;
  await __webpack_chunk_load__(chunk);
  const page = __webpack_require__(chunk) as Page;
  if (page.hash !== hash) {
    throw new Error(`The script ${chunk} does not match its page.`);
  }
  return page;
}

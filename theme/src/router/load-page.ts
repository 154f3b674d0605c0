import type { AssetPath } from '../../../contracts/assets.gen';
import type { Page } from '../../../contracts/records.gen';

const PAGE_SCRIPT = /^\d+\.[0-9a-f]{8}$/;

/** Configures the bundler's runtime: where the site is, and the page scripts that docsite wrote. */
export function prepareScripts(base: string): void {
  __webpack_public_path__ = base;
  const fileNameOf = __webpack_get_script_filename__;
  // The name contains the number and the hash of a page, so a new version is another script.
  __webpack_get_script_filename__ = (chunk) =>
    PAGE_SCRIPT.test(chunk) ? (`assets/js/${chunk}.js` satisfies AssetPath) : fileNameOf(chunk);
}

/**
 * The record of a page, from the script with this name: number and hash, as in `12.0a1b2c3d`. Fails
 * with ChunkLoadError: `missing`, `timeout` or the event's type.
 */
export async function loadPageScript(name: string): Promise<Page> {
  await __webpack_chunk_load__(name);
  const page = __webpack_require__(name) as Page;
  if (!name.endsWith(`.${page.hash}`)) {
    throw new Error(`The script ${name} does not match its page.`);
  }
  return page;
}

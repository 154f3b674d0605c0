/**
 * Renders the probe `everything` in Node, on one framework version and the built packages:
 *
 *     node tests/library/contract/render-on-server.ts react-16-8 import bare
 */
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { everything, type Frame, OPTIONS, type Probe } from './components.ts';

interface Rendered {
  html: string;
  version: string;
}

export type Loaded = Record<'framework' | 'renderer' | 'library', unknown>;

/** The exports of `server.ts` in the tests of an adapter. */
export interface ServerAdapter {
  framework: string;
  renderer: string;
  library: string;
  render(loaded: Loaded, options: typeof OPTIONS, probe: Probe, frame: Frame): Promise<Rendered>;
}

export interface ServerPage extends Rendered {
  /** The files of the library that were loaded. */
  files: string[];
}

const [folder = '', loading, frame] = process.argv.slice(2);
const [framework] = folder.split('-');
const root = new URL('../../../', import.meta.url);
const files: string[] = [];

/** The package from which a module is resolved, regardless of its importer. */
function ownerOf(specifier: string): string | undefined {
  if (/^(react|react-dom|vue|@vue\/server-renderer)(\/|$)/.test(specifier))
    return new URL(`tests/library/frameworks/${folder}/package.json`, root).href;
  if (specifier === `@tuffet/${framework}-hooks`)
    return new URL(`packages/${framework}-hooks/package.json`, root).href;
}

registerHooks({
  resolve(specifier, context, next) {
    const owner = ownerOf(specifier);
    const isFound = !owner || owner === context.parentURL;
    const resolved = isFound
      ? next(specifier, context)
      : context.conditions?.includes('require')
        ? // For `require`, Node does not let a hook name another parent.
          { url: pathToFileURL(createRequire(owner).resolve(specifier)).href, shortCircuit: true }
        : next(specifier, { ...context, parentURL: owner });
    if (specifier.startsWith('@tuffet/')) files.push(resolved.url.slice(root.href.length));
    return resolved;
  },
});

const require = createRequire(import.meta.url);
const load = loading === 'require' ? require : (name: string) => import(name);
const adapter: ServerAdapter = await import(`../../../packages/${framework}-hooks/tests/server.ts`);
const loaded = {
  framework: await load(adapter.framework),
  renderer: require(adapter.renderer),
  library: await load(adapter.library),
};
const rendered = await adapter.render(loaded, OPTIONS, everything, frame as Frame);
process.stdout.write(JSON.stringify({ ...rendered, files } satisfies ServerPage));

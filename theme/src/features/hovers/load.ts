import type { AssetUrl } from '../../../../contracts/assets.gen';
import type { ContentSelector } from '../../../../contracts/markup.gen';
import type { HoverFile } from '../../../../contracts/records.gen';
import { CONTENT_SELECTOR, chromeOf, type View } from '../../app/data';
import { fetchJson } from '../../router/ask-server';
import { CHUNK_TIMEOUT_MS, EXTRAS_RETRY_MS } from '../../shared/constants';
import { hoversOf } from './blocks';
import { type Name, namesOf } from './names';

const files = new Map<string, Promise<HoverFile>>();
const known = new WeakMap<Element, readonly Name[]>();

export const knownNames = (block: Element | null): readonly Name[] =>
  (block && known.get(block)) ?? [];

/** Finds the names of a block; none if their file can't be loaded. */
export async function findNames(block: HTMLElement, view: View): Promise<readonly Name[]> {
  const hash = hoversOf(view);
  const file =
    hash && !known.has(block)
      ? await load(`${chromeOf(view).base}assets/hovers/${hash}.json`).catch(() => undefined)
      : undefined;
  // In the meantime another page may be shown, or another call may have found them.
  const index = [
    ...document.querySelectorAll(`${CONTENT_SELECTOR} .code` satisfies ContentSelector),
  ].indexOf(block);
  if (file && index >= 0 && !known.has(block)) {
    known.set(block, namesOf(block, index, file));
  }
  return knownNames(block);
}

function load(address: AssetUrl): Promise<HoverFile> {
  const found = files.get(address) ?? fetchJson<HoverFile>(address, CHUNK_TIMEOUT_MS);
  files.set(address, found);
  // Retried after a while, not with each move of the pointer.
  found.catch(() => setTimeout(() => files.delete(address), EXTRAS_RETRY_MS));
  return found;
}

import type { LiveSample } from '@tuffet-live/frame/protocol';
import type { AssetUrl } from '../../../../contracts/assets.gen';
import type { ContentDataset } from '../../../../contracts/markup.gen';
import type { Chrome } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { fetchJson } from '../../router/ask-server';
import { setFailed, setIdle, setLoading } from '../../router/navigation-state';
import { cached } from '../../shared/cached';
import { CHUNK_TIMEOUT_MS } from '../../shared/constants';
import { createElement } from '../../shared/create-element';
import { loadStrings } from '../../shared/strings';
import { HERO_BLOCK, nameOf, placeOf, RUN_BUTTON, RUNNABLE, SHOWCASE } from './blocks';
import { followLink } from './links';
import { OpenPanel } from './open-panel';

/** If a sample runs longer, the page scrolls to it before it is done. */
const PATIENCE_MS = 1_000;
/** Frames report their height shortly after they are done. */
const SETTLE_MS = 100;

const samples = new Map<string, Promise<unknown>>();

/** The panels of the page, by the element above them. */
const panels = new Map<Element, OpenPanel>();

onArrival(closeLostPanels);

/** Fetches everything that a block needs to run. */
export async function prepare(block: HTMLElement, chrome: Chrome): Promise<void> {
  await Promise.all([loadSample(block, chrome), loadStrings(chrome)]);
}

/** Runs the sample of a block below it. */
export async function runBlock(block: HTMLElement, chrome: Chrome): Promise<void> {
  setLoading();
  try {
    const panel = await open(block, chrome);
    setIdle();
    await Promise.race([panel.run(), wait(PATIENCE_MS)]);
    await wait(SETTLE_MS);
    panel.element.scrollIntoView({ block: 'nearest', behavior: behavior() });
  } catch {
    setFailed(() => runBlock(block, chrome));
  }
}

/** Runs a box without a click, so the page doesn't scroll. */
export async function startBox(box: HTMLElement, chrome: Chrome): Promise<void> {
  if (!box.isConnected) {
    return; // the visitor has left its page
  }
  const panel = await open(box, chrome);
  await panel.run();
}

/** Opens the panel that a link with code names, and runs nothing. */
export async function followHash(chrome: Chrome): Promise<void> {
  await followLink(location.hash, chrome, {
    load: (block) => loadSample(block, chrome),
    async openWithText(block, text) {
      const panel = await open(block, chrome);
      await panel.edit(text);
      placeOf(block).scrollIntoView({ behavior: behavior() });
    },
  });
}

/** Opens the editors of the blocks in view that were edited in this session, and runs nothing. */
export async function restoreDrafts(chrome: Chrome): Promise<void> {
  // Creating the module stores an entry, so it isn't loaded with the panel.
  const { readDraft } = await import(/* webpackChunkName: "editor" */ './drafts');
  for (const block of document.querySelectorAll<HTMLElement>(RUNNABLE)) {
    if (readDraft(block) !== undefined && block.checkVisibility() && !panels.has(placeOf(block))) {
      const panel = await open(block, chrome);
      await panel.edit();
    }
  }
}

/** Closes panels that were removed with their page. */
function closeLostPanels(): void {
  for (const [place, panel] of panels) {
    if (!panel.element.isConnected) {
      panel.close();
      panels.delete(place);
    }
  }
}

function loadSample({ dataset }: HTMLElement, { base }: Chrome): Promise<LiveSample> {
  const address: AssetUrl = `${base}assets/live/${(dataset as ContentDataset).run}.json`;
  return cached(samples, address, () => fetchJson<LiveSample>(address, CHUNK_TIMEOUT_MS));
}

/** Opens the panel of a block. A group has one panel for all of its blocks. */
async function open(block: HTMLElement, chrome: Chrome): Promise<OpenPanel> {
  const [sample, strings] = await Promise.all([loadSample(block, chrome), loadStrings(chrome)]);
  const place = placeOf(block);
  const before = panels.get(place);
  if (before?.sample === sample) {
    return before;
  }
  before?.close();
  const isShowcase = block.matches(SHOWCASE);
  const panel = new OpenPanel({
    block,
    sample,
    name: nameOf(block),
    isShowcase,
    strings,
    chrome,
    place: (element) => (isShowcase ? fillBox : addBelow)(place, element),
    onClose() {
      panels.delete(place);
      block.querySelector<HTMLElement>(RUN_BUTTON)?.focus();
    },
  });
  panels.set(place, panel);
  return panel;
}

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

const behavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';

/** In the grid of a hero, a block and its panel are one item. */
function addBelow(place: HTMLElement, panel: HTMLElement): void {
  if (place.matches(HERO_BLOCK)) {
    const focused = document.activeElement as HTMLElement | null;
    const item = createElement('div', { className: 'live-item' });
    place.style.minHeight = `${place.offsetHeight}px`; // as high as the item next to it
    place.replaceWith(item);
    item.append(place);
    focused?.focus({ preventScroll: true });
  }
  place.after(panel);
}

/** Replaces the recorded result with the tabs. The box keeps its height, so nothing moves. */
function fillBox(box: HTMLElement, panel: HTMLElement): void {
  box.style.minHeight = `${box.offsetHeight}px`;
  box.append(panel);
}

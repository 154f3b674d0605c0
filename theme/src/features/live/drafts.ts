import { createSessionStorage, useStorage } from '@tuffet/hooks';
import type { ContentDataset } from '../../../../contracts/markup.gen';
import { DRAFTS_KEY } from './drafts-key';

/** The edited code of a block. */
export type Draft = {
  text: string;
  /** The code of the link that it started with. The warning about such code stays. */
  link?: string;
};

type Drafts = {
  /** By the `data-run` of a block, which changes with its sample. */
  blocks: Record<string, Draft>;
};

const { blocks } = useStorage(
  createSessionStorage<Drafts>({ storageModuleKey: DRAFTS_KEY, initial: { blocks: {} } }),
);

const keyOf = ({ dataset }: HTMLElement): string => (dataset as ContentDataset).run ?? '';

/** The draft of a block, which outlives its panel and its page. */
export const readDraft = (block: HTMLElement): Draft | undefined => blocks.get()[keyOf(block)];

/** Stores the draft of a block, or removes it if it is undefined. */
export function saveDraft(block: HTMLElement, draft: Draft | undefined): void {
  const { [keyOf(block)]: _, ...others } = blocks.get();
  blocks.set(draft ? { ...others, [keyOf(block)]: draft } : others);
}

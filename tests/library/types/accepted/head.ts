import { createLocalStorage } from '@tuffet/hooks';
import { type HeadRules, headScript, scriptHash } from '@tuffet/hooks/head';

type Look = { theme: 'light' | 'dark'; size?: 1 | 2; isWide?: boolean; tags?: string[] };

const look = createLocalStorage<Look>({ storageModuleKey: 'look', initial: { theme: 'light' } });

const rules: HeadRules<Look> = {
  theme: { attribute: 'data-theme', values: ['light', 'dark'] },
  size: { attribute: 'data-size', values: [2] },
  isWide: { classes: { true: 'wide' } },
};
const script: string = headScript(look, rules);
const hash: Promise<string> = scriptHash(script);
headScript(look, { theme: { classes: { dark: 'night' } } });
headScript(look, {});
void hash;

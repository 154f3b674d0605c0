import { headScript } from '@tuffet/hooks/head';
import { appearance } from './appearance';

export const script = headScript(appearance, {
  theme: { attribute: 'data-theme', values: ['light', 'dark'] },
});

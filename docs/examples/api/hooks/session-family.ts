import { createSessionFamily } from '@tuffet/hooks/family';

type Scroll = { top: number };
const scrolls = createSessionFamily<Scroll>('scroll', () => ({
  initial: { top: 0 },
}));

scrolls.open('/inbox').set({ top: 480 });

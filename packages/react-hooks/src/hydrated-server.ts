/** For React server components: the condition `react-server` in `exports`. */
import { refuse } from './refuse.ts';

export const useHydrated = (): never => refuse('useHydrated');

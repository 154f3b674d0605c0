import { store } from './index';

/** Keeps whether long lines of code are wrapped. */
export const storeWrap = (isWrapped: boolean): Promise<void> =>
  store(({ wrap }) => wrap.set(isWrapped));

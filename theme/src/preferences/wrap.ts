import { PREFERENCES_STORED } from './index';

/** Keeps whether long lines of code are wrapped. */
export async function storeWrap(isWrapped: boolean): Promise<void> {
  const { preferences } = await import(/* webpackChunkName: "59" */ './module');
  preferences.wrap.set(isWrapped);
  dispatchEvent(new Event(PREFERENCES_STORED));
}

/** The key of the entry with the edits of this session. */
export const DRAFTS_KEY = 'site-drafts';

/** Whether there may be edits to restore. Doesn't load or create the module. */
export function mayHaveDrafts(): boolean {
  try {
    return sessionStorage.getItem(DRAFTS_KEY) !== null;
  } catch {
    return false; // storage is blocked
  }
}

/** The Network Information API, which not all browsers have. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** Whether the visitor asked to save data, or has a slow connection. */
export function isSavingData(): boolean {
  const { saveData, effectiveType } = connection();
  return (
    saveData === true ||
    effectiveType?.endsWith('2g') === true ||
    matchMedia('(prefers-reduced-data: reduce)').matches
  );
}

/** Whether the connection is fast enough to load something without an interaction. */
export const isFast = (): boolean =>
  !isSavingData() && (connection().effectiveType ?? '4g') === '4g';

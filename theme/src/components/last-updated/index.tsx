import { useChrome, usePage } from '../../hooks/use-page-data';

/** The day of the last change, as everybody everywhere reads it. */
export function LastUpdated() {
  const { lastUpdated } = usePage();
  return (
    <p>
      {useChrome().strings.lastUpdated} <time dateTime={lastUpdated}>{lastUpdated}</time>
    </p>
  );
}

import type { ReactNode } from 'react';
import { pathTo } from '../shared/hooks/use-page-data';
import type { Chrome } from './data';

/** Favicons. They match the color mode of the system, not of the page. */
export function Icons({ chrome }: { chrome: Chrome }): ReactNode {
  const { logo, logoDark } = chrome;
  const icon = (path: string, media?: string) => (
    <link rel="icon" type="image/svg+xml" href={pathTo(chrome, path)} media={media} />
  );
  return (
    <>
      {logo && icon(logo, logoDark ? '(prefers-color-scheme: light)' : undefined)}
      {logoDark && icon(logoDark, '(prefers-color-scheme: dark)')}
    </>
  );
}

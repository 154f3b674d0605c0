import { useEffect } from 'react';
import { mountDevtools } from './development.ts';
import type { DevtoolsOptions } from './options.ts';

export type { DevtoolsLanguage, DevtoolsOptions } from './options.ts';

/** Mounts the devtools in development. Renders nothing. */
export function TuffetDevtools({ language, dock }: DevtoolsOptions): null {
  useEffect(() => mountDevtools({ language, dock }), [language, dock]);
  return null;
}

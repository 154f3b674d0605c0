/** The iframe for React: renders the components that a `.tsx` file exports. */

import * as reactHooks from '@tuffet/react-hooks';
import React, { type ComponentType, createElement, Fragment } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import ReactDom from 'react-dom';
import * as client from 'react-dom/client';
import { packages } from './packages.ts';
import { startFrame } from './start.ts';

const isComponent = ([name, value]: [string, unknown]) =>
  typeof value === 'function' && (name === 'default' || /^[A-Z]/.test(name));

/** Like scripts/docs/examples/runner/mount-react.ts. Module namespaces sort their exports by name. */
function mount(exports: object, name: string): void {
  const components = Object.entries(exports).filter(isComponent).sort(byName);
  const container = document.getElementById('root');
  if (!name.endsWith('.tsx') || !container || components.length === 0) return;
  const children = components.map(([key, component]) =>
    createElement(component as ComponentType, { key }),
  );
  client.createRoot(container).render(createElement(Fragment, null, children));
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

startFrame({
  packages: {
    ...packages,
    '@tuffet/react-hooks': reactHooks,
    react: React,
    'react/jsx-runtime': jsxRuntime,
    'react-dom': ReactDom,
    'react-dom/client': client,
  },
  mount,
});

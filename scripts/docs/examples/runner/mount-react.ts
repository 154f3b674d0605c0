/** Mounts the components that a module exports. */

import { type ComponentType, createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';

const isComponent = ([name, value]: [string, unknown]) =>
  typeof value === 'function' && (name === 'default' || /^[A-Z]/.test(name));

export function mount(module: object): void {
  const components = Object.entries(module).filter(isComponent) as [string, ComponentType][];
  const container = document.getElementById('root');
  if (!container || components.length === 0) return;
  const children = components.map(([key, component]) => createElement(component, { key }));
  createRoot(container).render(createElement(Fragment, null, children));
}

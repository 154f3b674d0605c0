import type React from 'react';
import type { Frame, OPTIONS, Probe } from '../../../tests/library/contract/components.ts';
import type { Loaded } from '../../../tests/library/contract/render-on-server.ts';
import { createComponents, type Hooks } from './components.ts';

export const framework = 'react';
export const renderer = 'react-dom/server';
export const library = '@tuffet/react-hooks';

export async function render(
  loaded: Loaded,
  options: typeof OPTIONS,
  probe: Probe,
  frame: Frame,
): Promise<{ html: string; version: string }> {
  const module = loaded.framework as { default?: typeof React };
  const react = module.default ?? (module as typeof React);
  const server = loaded.renderer as { renderToString(element: React.ReactElement): string };
  const hooks = loaded.library as Hooks;
  const { createProbe, createFrame } = createComponents(react, hooks);
  const component = createProbe(hooks.createLocalStorage(options), probe);
  const element = createFrame(frame, frame === 'fragment' ? [component, component] : [component]);
  return { html: server.renderToString(element), version: react.version };
}

import type * as Vue from 'vue';
import type { Frame, OPTIONS, Probe } from '../../../tests/library/contract/components.ts';
import type { Loaded } from '../../../tests/library/contract/render-on-server.ts';
import { createComponents, type Hooks } from './components.ts';

export const framework = 'vue';
export const renderer = '@vue/server-renderer';
export const library = '@tuffet/vue-hooks';

export async function render(
  loaded: Loaded,
  options: typeof OPTIONS,
  probe: Probe,
  frame: Frame,
): Promise<{ html: string; version: string }> {
  const vue = loaded.framework as typeof Vue;
  const server = loaded.renderer as { renderToString(app: Vue.App): Promise<string> };
  const hooks = loaded.library as Hooks;
  const { createProbe, createFrame } = createComponents(vue, hooks);
  const component = createProbe(hooks.createLocalStorage(options), probe);
  const app = vue.createSSRApp(
    createFrame(frame, frame === 'fragment' ? [component, component] : [component]),
  );
  return { html: await server.renderToString(app), version: vue.version };
}

import { type Component, createApp, createSSRApp } from 'vue';
import { createContainer } from '../../../tests/library/contract/mount.ts';

export interface Page {
  readonly container: Element;
  text(): string | null;
  unmount(): void;
}

/** Mounts a component in its own app, or hydrates the given HTML of the server. */
export function open(component: Component, serverHtml?: string): Page {
  const container = createContainer(serverHtml);
  const app = (serverHtml ? createSSRApp : createApp)(component);
  app.mount(container);
  return { container, text: () => container.textContent, unmount: () => app.unmount() };
}

/** Mounts the component of a `.vue` file. */

import { type Component, createApp } from 'vue';

export function mount(module: { default: Component }): void {
  createApp(module.default).mount('#app');
}

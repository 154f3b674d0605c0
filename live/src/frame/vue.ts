/** The iframe for Vue: renders the component of a `.vue` file. */

import * as vueHooks from '@tuffet/vue-hooks';
import * as vue from 'vue';
import { packages } from './packages.ts';
import { startFrame } from './start.ts';

/** Like scripts/docs/examples/runner/mount-vue.ts. */
function mount(exports: { default?: vue.Component }, name: string): void {
  if (name.endsWith('.vue') && exports.default) vue.createApp(exports.default).mount('#app');
}

startFrame({ packages: { ...packages, '@tuffet/vue-hooks': vueHooks, vue }, mount });

import { type DefineComponent, onMounted, watchEffect } from 'vue';
import { mountDevtools } from './development.ts';
import type { DevtoolsOptions } from './options.ts';

export type { DevtoolsLanguage, DevtoolsOptions } from './options.ts';

// A plain object, because bundlers can't remove a call of `defineComponent` from production builds.
const component = {
  name: 'TuffetDevtools',
  props: { language: String, dock: String },
  setup(props: DevtoolsOptions) {
    onMounted(() => {
      watchEffect((onCleanup) => onCleanup(mountDevtools({ ...props })));
    });
    return () => null;
  },
};

/** Mounts the devtools in development. Renders nothing. */
export const TuffetDevtools: DefineComponent<DevtoolsOptions> =
  component as unknown as DefineComponent<DevtoolsOptions>;

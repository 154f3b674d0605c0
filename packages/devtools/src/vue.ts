import {
  type DefineComponent,
  defineComponent,
  onMounted,
  onUnmounted,
  type PropType,
  watch,
} from 'vue';
import { mountDevtools } from './development.ts';
import type { DevtoolsOptions } from './options.ts';

export type { DevtoolsLanguage, DevtoolsOptions } from './options.ts';

/** Mounts the devtools in development. Renders nothing. */
export const TuffetDevtools: DefineComponent<DevtoolsOptions> = defineComponent({
  name: 'TuffetDevtools',
  props: {
    language: String as PropType<DevtoolsOptions['language']>,
    dock: String as PropType<DevtoolsOptions['dock']>,
  },
  setup(props) {
    let unmount: (() => void) | undefined;
    const mount = (): void => {
      unmount?.();
      unmount = mountDevtools({ ...props });
    };
    onMounted(() => {
      mount();
      watch(() => [props.language, props.dock], mount);
    });
    onUnmounted(() => unmount?.());
    return () => null;
  },
}) as unknown as DefineComponent<DevtoolsOptions>;

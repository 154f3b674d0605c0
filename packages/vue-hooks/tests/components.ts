import type * as VueHooks from '@tuffet/vue-hooks';
import type * as Vue from 'vue';
import type {
  Access,
  Frame,
  Module,
  OnRender,
  Probe,
} from '../../../tests/library/contract/components.ts';

export type Hooks = typeof VueHooks;
export type Storage = VueHooks.TuffetStorage<Module>;

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Has no imports, so that Node and the browser can pass their own Vue. */
export function createComponents(vue: typeof Vue, hooks: Hooks) {
  function useAccess(storage: Storage): Access {
    const reactions = hooks.useStorage(storage);
    const refs = reactions.refs as unknown as Record<string, Vue.Ref<unknown>>;
    const resetters = reactions.resetters as unknown as Record<string, () => boolean>;
    const checkers = reactions.checkers as unknown as Record<string, () => boolean>;
    const helper = hooks.useStorageHelper(storage);
    const refOf = (name: string) => refs[name] as Vue.Ref<unknown>;
    return {
      get: (name) => refOf(name).value,
      set: (name, value) => {
        refOf(name).value = value;
      },
      update: (name, make) => {
        refOf(name).value = make(refOf(name).value as number);
      },
      reset: (name) => resetters[`reset${upper(name)}`]?.(),
      contains: (name) => checkers[`contains${upper(name)}`]?.() as boolean,
      holds: helper.contains,
      size: helper.size,
      initialize: helper.initialize,
      patch: helper.patch,
    };
  }

  function createProbe(storage: Storage, { show, onClick }: Probe, onRender?: OnRender) {
    return vue.defineComponent({
      setup() {
        const access = useAccess(storage);
        return () => {
          const text = show(access);
          onRender?.(access, text);
          return vue.h('button', onClick ? { onClick: () => onClick(access) } : {}, text);
        };
      },
    });
  }

  const Provider = vue.defineComponent({
    setup(_, { slots }) {
      vue.provide('any', '');
      return () => slots.default?.();
    },
  });

  function createFrame(frame: Frame, probes: Vue.Component[]): Vue.Component {
    const children = () => probes.map((probe) => vue.h(probe));
    if (frame === 'provider') return { render: () => vue.h(Provider, null, { default: children }) };
    if (frame === 'fragment') return { render: children };
    return probes[0] as Vue.Component;
  }

  return { createProbe, createFrame };
}

import * as hooks from '@tuffet/vue-hooks';
import * as Vue from 'vue';
import type { Frame } from '../../../tests/library/contract/components.ts';
import type { Driver, RecordedProbe } from '../../../tests/library/contract/mount.ts';
import { createComponents, type Storage } from './components.ts';

declare const __FRAMEWORK__: string;

export const folder: string = __FRAMEWORK__;

const { createProbe, createFrame } = createComponents(Vue, hooks);

function componentOf(storage: Storage, probes: readonly RecordedProbe[], frame: Frame) {
  return createFrame(
    frame,
    probes.map(({ probe, onRender }) => createProbe(storage, probe, onRender)),
  );
}

export const driver: Driver = {
  folder,
  version: Vue.version,
  ids: {
    way: 'lib-vue-way',
    value: 'lib-vue-refs',
    setter: 'lib-vue-refs',
    resetter: 'lib-vue-resetters',
    checker: 'lib-vue-checkers',
  },
  createLocalStorage: hooks.createLocalStorage as unknown as Driver['createLocalStorage'],
  render(container, storage, probes, frame) {
    const app = Vue.createApp(componentOf(storage, probes, frame));
    app.mount(container);
    return () => app.unmount();
  },
  hydrate(container, storage, probes, frame) {
    const app = Vue.createSSRApp(componentOf(storage, probes, frame));
    app.mount(container);
    return () => app.unmount();
  },
};

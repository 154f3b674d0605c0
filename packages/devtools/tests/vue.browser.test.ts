import { expect, test } from 'vitest';
import { createApp, h, nextTick, reactive } from 'vue';
import { TuffetDevtools } from '../src/vue.ts';

const findButtons = () =>
  [...document.querySelectorAll('tuffet-devtools-launcher')].map(
    (host) => host.shadowRoot?.querySelector('button')?.title,
  );

test('the component updates with its props, and removes the button when it is unmounted', async () => {
  const props = reactive<{ language: 'en' | 'zh' }>({ language: 'en' });
  const app = createApp({ render: () => h(TuffetDevtools, { ...props }) });
  app.mount(document.createElement('div'));
  expect(findButtons()).toEqual(['Open Tuffet devtools']);
  props.language = 'zh';
  await nextTick();
  expect(findButtons()).toEqual(['打开 Tuffet 开发者工具']);
  app.unmount();
  expect(findButtons()).toEqual([]);
});

import { fromPinia } from '@tuffet/hooks/adopt';
import { createLocalStorage, useStorage } from '@tuffet/vue-hooks';
import { createApp, h } from 'vue';

const settings = createLocalStorage({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: fromPinia('settings-store'),
});

const App = {
  setup() {
    const { theme, fontSize } = useStorage(settings).refs;
    return () => [
      h('output', `${theme.value} ${fontSize.value}`),
      h('button', { onClick: () => (theme.value = 'dark') }, 'Dark'),
      h('button', { onClick: () => fontSize.value++ }, 'Larger'),
    ];
  },
};

createApp(App).mount('#app');

import { useStorage } from '@vueuse/core';
import { createApp, h } from 'vue';

const App = {
  setup() {
    const settings = useStorage('app-settings', { theme: 'light', fontSize: 16 });
    return () => [
      h('output', `${settings.value.theme} ${settings.value.fontSize}`),
      h('button', { onClick: () => (settings.value.theme = 'dark') }, 'Dark'),
      h('button', { onClick: () => settings.value.fontSize++ }, 'Larger'),
    ];
  },
};

createApp(App).mount('#app');

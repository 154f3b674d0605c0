import { createPinia, defineStore } from 'pinia';
import persistedState from 'pinia-plugin-persistedstate';
import { createApp, h } from 'vue';

const useSettings = defineStore('settings-store', {
  state: () => ({ theme: 'light', fontSize: 16 }),
  persist: true,
});

const App = {
  setup() {
    const settings = useSettings();
    return () => [
      h('output', `${settings.theme} ${settings.fontSize}`),
      h('button', { onClick: () => (settings.theme = 'dark') }, 'Dark'),
      h('button', { onClick: () => settings.fontSize++ }, 'Larger'),
    ];
  },
};

createApp(App).use(createPinia().use(persistedState)).mount('#app');

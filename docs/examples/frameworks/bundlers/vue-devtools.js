import { tuffetVueDevtools } from '@tuffet/devtools/vue-devtools';
import { createApp } from 'vue';
import App from './App.vue';

createApp(App).use(tuffetVueDevtools).mount('#app');

import '@tuffet-demos/shelf/style.css';
import { followSettings } from '@tuffet-demos/shelf';
import { createApp } from 'vue';
import App from './App.vue';

followSettings();
createApp(App).mount('#app');

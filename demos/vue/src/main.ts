import '@tuffet-demos/shelf/style.css';
import { applySettings } from '@tuffet-demos/shelf';
import { createApp } from 'vue';
import App from './App.vue';

applySettings();
createApp(App).mount('#app');

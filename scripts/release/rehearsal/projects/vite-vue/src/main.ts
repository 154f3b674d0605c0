import { createApp } from 'vue';
import ThemeButton from './ThemeButton.vue';

createApp(ThemeButton).mount('#app');

import { TuffetDevtools } from '@tuffet/devtools/vue';
import { createApp } from 'vue';
import './app';

createApp(TuffetDevtools).mount(document.body.appendChild(document.createElement('div')));

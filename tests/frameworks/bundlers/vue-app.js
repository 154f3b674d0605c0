import { createApp } from 'vue';
import './app';

export const app = createApp({ setup: () => () => null });
app.mount(document.body.appendChild(document.createElement('div')));

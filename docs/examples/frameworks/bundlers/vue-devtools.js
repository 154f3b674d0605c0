import { tuffetVueDevtools } from '@tuffet/devtools/vue-devtools';
import { app } from './vue-app';

app.use(tuffetVueDevtools);

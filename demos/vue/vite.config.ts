import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { createConfig } from '../vite.shared.ts';

// Large static parts would become HTML strings, which the site's content security policy blocks.
const plugin = vue({ template: { compilerOptions: { hoistStatic: false } } });

export default defineConfig(createConfig('/vue-demo/', [plugin]));

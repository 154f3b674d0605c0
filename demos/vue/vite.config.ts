import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { createConfig } from '../vite.shared.ts';

// Large static parts would become markup in a string, which the policy of the site forbids.
const plugin = vue({ template: { compilerOptions: { hoistStatic: false } } });

export default defineConfig(createConfig('/vue-demo/', [plugin]));

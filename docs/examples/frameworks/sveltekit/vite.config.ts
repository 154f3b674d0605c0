import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { scriptHash } from '@tuffet/hooks/head';
import { defineConfig } from 'vite';
import { script } from './src/lib/head-script';

export default defineConfig(async () => ({
  plugins: [
    sveltekit({
      adapter: adapter(),
      csp: { directives: { 'script-src': ['self', await scriptHash(script)] } },
    }),
  ],
}));

import { defineConfig } from 'vite';
import { createConfig } from '../vite.shared.ts';

export default defineConfig(createConfig('/react-demo/'));

import type { Plugin, PluginOption, UserConfig } from 'vite';

/** Blocks rendering until the script has applied the stored color mode. */
const paintLast: Plugin = {
  name: 'paint-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
  },
};

/** `base` is the path in docs/site.toml. */
export const createConfig = (base: string, plugins: PluginOption[] = []): UserConfig => ({
  base,
  plugins: [...plugins, paintLast],
  publicDir: false,
  define: {
    // Vue creates a Trusted Types policy when it starts, which the site's content security policy
    // blocks and reports. Without this code Vue never sets HTML.
    'window.trustedTypes': 'undefined',
    __VUE_OPTIONS_API__: 'false',
  },
  build: {
    target: ['chrome125', 'firefox128', 'safari18'],
    // One script and one stylesheet: there is nothing to preload.
    modulePreload: false,
    assetsInlineLimit: 0,
  },
});

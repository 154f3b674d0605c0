import type { Plugin, PluginOption, UserConfig } from 'vite';

/** Nothing is painted before the script has set the stored colours: there is nothing else to see. */
const paintLast: Plugin = {
  name: 'paint-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
  },
};

/** How both demos are built. `base` is where the site mounts them: see docs/site.toml. */
export const createConfig = (base: string, plugins: PluginOption[] = []): UserConfig => ({
  base,
  plugins: [...plugins, paintLast],
  publicDir: false,
  define: {
    // Vue asks for a Trusted Types policy as it starts, which the policy of the site refuses and
    // reports. Without the question it sets no markup, and could not if it tried.
    'window.trustedTypes': 'undefined',
    __VUE_OPTIONS_API__: 'false',
  },
  build: {
    target: ['chrome125', 'firefox128', 'safari18'],
    // One script and one stylesheet: there is nothing to load ahead.
    modulePreload: false,
    assetsInlineLimit: 0,
  },
});

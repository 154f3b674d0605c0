import { describe, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { everything, FRAMES } from './components.ts';
import { createContainer, mountWith, type Setup, settle, showing } from './mount.ts';
import type { Loading } from './server-command.ts';

/** Tests of first renders: in a browser, during SSR and during hydration. */
export function describeFirstRender({ driver, create, mount }: Setup): void {
  describe('the first render', () => {
    test('in a browser has the stored value already', () => {
      localStorage.setItem('visits', '{"count":3,"name":"Ada","list":[1],"note":"milk"}');
      const page = mount(create(), everything);
      expect(page.history()).toEqual(['count 3, name Ada, list 1, note milk true, size 4']);
    });

    const loadings: Loading[] = ['import', 'require'];
    test.each(loadings)('on a server shows initial values, loaded by %s', async (loading) => {
      const { html, version, files } = await commands.renderOnServer(
        driver.folder,
        loading,
        'bare',
      );
      expect(html).toContain('count 0, name nobody, list , note undefined false, size 3');
      expect(version).toBe(driver.version);
      const extension = loading === 'import' ? '.mjs' : '.cjs';
      expect(files.length).toBeGreaterThan(2);
      expect(
        files.filter(
          (file) =>
            !file.endsWith(`/dist/index${extension}`) &&
            !file.endsWith(`/dist/adapter${extension}`),
        ),
      ).toEqual([]);
    });

    test.each(FRAMES)(
      'of a hydration matches the server, then shows the stored values (%s)',
      async (frame) => {
        localStorage.setItem('visits', '{"count":3,"name":"Ada","list":[1],"note":"milk"}');
        const { html } = await commands.renderOnServer(driver.folder, 'import', frame);
        const container = createContainer(html);
        const button = container.querySelector('button');
        const probes = frame === 'fragment' ? [everything, everything] : [everything];
        const page = mountWith(driver.hydrate, create(), probes, { frame, container });
        await expect
          .poll(() => page.text(probes.length - 1))
          .toBe('count 3, name Ada, list 1, note milk true, size 4');
        expect(page.history(probes.length - 1)).toEqual([
          'count 0, name nobody, list , note undefined false, size 3',
          'count 3, name Ada, list 1, note milk true, size 4',
        ]);
        expect(container.querySelector('button')).toBe(button);
        page.access().set('count', 4);
        await settle();
        expect(page.text()).toContain('count 4');
      },
    );

    test('of a hydration without stored values stays as the server rendered it', async () => {
      const { html } = await commands.renderOnServer(driver.folder, 'import', 'bare');
      const container = createContainer(html);
      const page = mountWith(driver.hydrate, create(), [everything], {
        frame: 'bare',
        container,
      });
      await expect.poll(() => page.history().length).toBeGreaterThan(0);
      await settle();
      page.access().set('count', 4);
      await expect.poll(() => page.text()).toContain('count 4');
      expect(page.history()).toEqual([
        'count 0, name nobody, list , note undefined false, size 3',
        'count 4, name nobody, list , note undefined false, size 3',
      ]);
    });

    test('next to a hydration, before, during and after it, has the stored value', async () => {
      localStorage.setItem('visits', '{"count":3,"name":"Ada","list":[]}');
      const { html } = await commands.renderOnServer(driver.folder, 'import', 'bare');
      const container = createContainer(html);
      const storage = create();
      const before = mount(storage, showing('count'));
      const page = mountWith(driver.hydrate, storage, [everything], { frame: 'bare', container });
      const after = mount(storage, showing('count'));
      await expect.poll(() => page.text()).toContain('count 3');
      expect(page.history()[0]).toContain('count 0');
      const last = mount(storage, showing('count'));
      expect([before, after, last].map((each) => each.history())).toEqual([['3'], ['3'], ['3']]);
    });
  });
}

import { describe, expect, test } from 'vitest';
import { createContainer, settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { AddButton, createSettings, FORMS, type Form } from './compiler-forms.tsx';
import { createProbe, createRoot, isCompiled } from './driver.ts';

useCleanPage();

function open({ Component }: Form) {
  const container = createContainer();
  const settings = createSettings();
  const root = createRoot(container);
  const render = () => root.render(<Component settings={settings} />);
  render();
  return { settings, render, html: () => container.innerHTML };
}

describe('a component', { tags: ['lib-react-way', 'lib-react-checker'] }, () => {
  test.each(FORMS)('of the form $name is up to date after a write', async (form) => {
    const { settings, html } = open(form);
    expect(html()).toBe(form.before);
    settings.storageModule.setItem('nickname', 'Ada');
    settings.storageModule.setItem('theme', 'dark');
    await settle();
    expect(html()).toBe(form.after);
    settings.storageModule.setItem('theme', 'light');
    settings.storageModule.removeItem('nickname');
    await settle();
    expect(html()).toBe(form.before);
  });

  test.each(FORMS)('of the form $name is up to date after an unrelated re-render', (form) => {
    const { settings, render, html } = open(form);
    settings.storageModule.setItem('list', [2]);
    render();
    settings.storageModule.setItem('nickname', 'Ada');
    settings.storageModule.setItem('theme', 'dark');
    render();
    expect(html()).toBe(form.after);
  });

  test.each(FORMS)('of the form $name is compiled if the project enables the compiler', (form) => {
    expect(/\$\[0\]/.test(String(form.Component))).toBe(isCompiled);
  });
});

test('a handler reads the current value of a property that its component does not show', async () => {
  const container = createContainer();
  const settings = createSettings();
  createRoot(container).render(<AddButton settings={settings} />);
  await settle();
  settings.set({ list: [10] });
  await settle();
  for (let time = 0; time < 2; time++) {
    container.querySelector('button')?.click();
    // The compiler makes the component read what its handlers use, so it re-renders.
    await settle();
  }
  expect(settings.get('list')).toEqual([10, 2, 2]);
  expect(/\$\[0\]/.test(String(AddButton))).toBe(isCompiled);
});

test('the components of the contract are compiled if the project enables the compiler', () => {
  const probe = createProbe(createSettings() as never, { show: () => '' });
  expect(/\$\[0\]/.test(String(probe))).toBe(isCompiled);
});

// A page that uses everything once: both adapters, both storages, protection, migration, errors.

import {
  createLocalStorage,
  createSessionStorage,
  useStorage,
  useStorageHelper,
} from '@tuffet/hooks';
import { checkSchema } from '@tuffet/hooks/schema';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import { useStorage as useReactStorage } from '@tuffet/react-hooks';
import { useStorage as useVueStorage } from '@tuffet/vue-hooks';
import React from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createApp, h, nextTick } from 'vue';

const codes = [];
const onError = ({ code }) => codes.push(code);

function addElement() {
  return document.body.appendChild(document.createElement('div'));
}

async function showInBoth() {
  const options = { storageModuleKey: 'shown', initial: { n: 1 }, protect: 'strict', onError };
  const storage = createLocalStorage(options);
  const [react, vue] = [addElement(), addElement()];
  const Shown = () => React.createElement('p', null, `React ${useReactStorage(storage).nState.n}`);
  const root = createRoot(react);
  flushSync(() => root.render(React.createElement(Shown)));
  const app = createApp({
    setup() {
      const { refs } = useVueStorage(storage);
      return () => h('p', `Vue ${refs.n.value}`);
    },
  });
  app.mount(vue);
  const { n } = useStorage(storage);
  n.set(2);
  flushSync(() => n.set((previous) => previous + 1));
  await nextTick();
  const texts = [react.textContent, vue.textContent];
  root.unmount();
  app.unmount();
  try {
    localStorage.setItem('shown', '');
  } catch (error) {
    onError(error);
  }
  storage.helper.cancelProtect();
  useStorageHelper(storage).initialize();
  return texts;
}

function upgrade() {
  localStorage.setItem('old', '{"n":1}');
  const migrations = { 2: ({ n }) => ({ n: n + 1 }) };
  const options = { storageModuleKey: 'old', initial: { n: 0 }, version: 2, migrations, onError };
  return useStorage(createLocalStorage(options)).n.get() === 2;
}

function meetFaults() {
  localStorage.setItem('broken', 'foo');
  const check = checkSchema({ '~standard': { validate: () => ({}) } });
  const initial = { n: 1 };
  const broken = createLocalStorage({ storageModuleKey: 'broken', initial, check, onError });
  useStorage(broken).n.set('x'.repeat(6_000_000));
  const { createSessionStorage: create } = withSerializer(richJson);
  const dated = create({ storageModuleKey: 'dated', initial: { at: new Date(0) }, onError });
  useStorage(dated).at.set(new Date());
  useStorage(createSessionStorage({ storageModuleKey: 'plain', initial, onError })).n.reset();
}

window.run = async () => {
  const texts = await showInBoth();
  meetFaults();
  return { texts, hasUpgraded: upgrade(), codes };
};

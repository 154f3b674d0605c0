// Writes settings with other libraries, and adopts them with the matching functions of `adopt`.

import { createLocalStorage } from '@tuffet/hooks';
import {
  fromJotai,
  fromKeys,
  fromPinia,
  fromReduxPersist,
  fromVueUse,
  fromZustand,
} from '@tuffet/hooks/adopt';
import { useStorage } from '@vueuse/core';
import { createStore as createJotaiStore } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { createPinia, defineStore } from 'pinia';
import piniaPersist from 'pinia-plugin-persistedstate';
import { combineReducers, legacy_createStore } from 'redux';
import { persistReducer, persistStore } from 'redux-persist';
import reduxStorage from 'redux-persist/lib/storage';
import { createApp, effectScope, nextTick } from 'vue';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

const INITIAL = { theme: 'light', size: 12, wide: false, tabs: [], editor: { wrap: true } };
const VALUES = {
  theme: 'dark "mode" 深色',
  size: 14.5,
  wide: true,
  tabs: ['a', ''],
  editor: { wrap: false, font: { name: 'mono', weights: [400, null] } },
};
const NAMES = Object.keys(INITIAL);
const keysFor = (prefix) => Object.fromEntries(NAMES.map((name) => [name, `${prefix}-${name}`]));

async function writeRedux(key, reducer, values) {
  const update = (state, { values: next }) => next ?? state;
  const store = legacy_createStore(
    persistReducer({ key, storage: reduxStorage.default ?? reduxStorage }, reducer(update)),
  );
  const persistor = persistStore(store);
  await new Promise((resolve) => {
    const wait = () => persistor.getState().bootstrapped && resolve();
    persistor.subscribe(wait);
    wait();
  });
  store.dispatch({ type: 'set', values });
  await persistor.flush();
}

const writers = {
  raw() {
    for (const name of NAMES) {
      const value = VALUES[name];
      localStorage.setItem(`raw-${name}`, name === 'theme' ? value : JSON.stringify(value));
    }
  },
  zustand() {
    const create = () => ({ ...INITIAL, setTheme: () => {} });
    createStore()(persist(create, { name: 'zustand-settings', version: 2 })).setState(VALUES);
  },
  async pinia() {
    const pinia = createPinia().use(piniaPersist);
    createApp({}).use(pinia);
    const useSettings = defineStore('pinia-settings', { state: () => INITIAL, persist: true });
    useSettings(pinia).$patch(VALUES);
    await nextTick();
  },
  'redux-persist': () =>
    writeRedux(
      'settings',
      (update) =>
        combineReducers(
          Object.fromEntries(
            NAMES.map((name) => [
              name,
              (state = INITIAL[name], action) => update({ [name]: state }, action)[name],
            ]),
          ),
        ),
      VALUES,
    ),
  'redux-persist slice': () =>
    writeRedux(
      'root',
      (update) =>
        combineReducers({
          settings: (state = INITIAL, action) => update(state, action),
          cart: (state = ['tea']) => state,
        }),
      VALUES,
    ),
  async vueuse() {
    effectScope().run(() => {
      useStorage('vueuse-settings', INITIAL, localStorage).value = VALUES;
    });
    await nextTick();
  },
  async 'vueuse keys'() {
    effectScope().run(() => {
      for (const name of NAMES) {
        useStorage(`vueuse-${name}`, INITIAL[name], localStorage).value = VALUES[name];
      }
    });
    await nextTick();
  },
  jotai() {
    const store = createJotaiStore();
    for (const name of NAMES) {
      store.set(atomWithStorage(`jotai-${name}`, INITIAL[name]), VALUES[name]);
    }
  },
};

const readers = {
  raw: fromKeys(keysFor('raw')),
  zustand: fromZustand('zustand-settings'),
  pinia: fromPinia('pinia-settings'),
  'redux-persist': fromReduxPersist('persist:settings'),
  'redux-persist slice': fromReduxPersist('persist:root', ({ settings }) => settings),
  vueuse: fromVueUse('vueuse-settings'),
  'vueuse keys': fromVueUse(keysFor('vueuse')),
  jotai: fromJotai(keysFor('jotai')),
};

const modules = {};
const adopted = [];
const errors = [];

/** Creates a module that adopts what a library wrote. */
function open(name, reader = readers[name]) {
  modules[name] = createLocalStorage({
    storageModuleKey: `tuffet ${name}`,
    initial: INITIAL,
    onError: ({ code }) => errors.push(code),
    adopt(...args) {
      adopted.push(name);
      return reader(...args);
    },
  });
}

window.peers = {
  INITIAL,
  VALUES,
  names: Object.keys(readers),
  adopted,
  errors,
  open,
  openWith: (name, adopt) => open(name, adopt(readers[name])),
  write: (name) => writers[name](),
  values: (name) => modules[name].get(),
};

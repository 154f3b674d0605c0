import type * as ReactHooks from '@tuffet/react-hooks';
import type React from 'react';
import type {
  Access,
  Frame,
  Module,
  OnRender,
  Probe,
} from '../../../tests/library/contract/components.ts';

export type Hooks = typeof ReactHooks;
export type Storage = ReactHooks.TuffetStorage<Module>;

type Bundle = Record<string, (value?: unknown) => boolean>;

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Has no imports, so that Node and the browser can pass their own React. */
export function createComponents(react: typeof React, { useStorage, useStorageHelper }: Hooks) {
  function useAccess(storage: Storage): Access {
    const states = useStorage(storage) as unknown as Record<string, Bundle>;
    const helper = useStorageHelper(storage);
    const bundle = (name: string) => states[`${name}State`] as Bundle;
    const call = (name: string, verb: string, value?: unknown) =>
      (bundle(name)[verb + upper(name)] as Bundle[string])(value);
    return {
      get: (name) => bundle(name)[name],
      set: (name, value) => call(name, 'set', value),
      update: (name, make) => call(name, 'set', make),
      reset: (name) => call(name, 'reset'),
      contains: (name) => call(name, 'contains'),
      holds: helper.contains,
      size: helper.size,
      initialize: helper.initialize,
      patch: helper.patch,
    };
  }

  function createProbe(storage: Storage, { show, onClick }: Probe, onRender?: OnRender) {
    // A declaration, not an expression: React Compiler doesn't compile other nested functions.
    function ProbeButton() {
      const access = useAccess(storage);
      const text = show(access);
      onRender?.(access, text);
      const click = onClick && (() => onClick(access));
      return react.createElement('button', { onClick: click }, text);
    }
    return ProbeButton;
  }

  const Context = react.createContext('');

  function createFrame(frame: Frame, probes: React.ComponentType[]): React.ReactElement {
    const children = probes.map((probe) => react.createElement(probe));
    if (frame === 'provider') {
      return react.createElement(Context.Provider, { value: 'any' }, ...children);
    }
    if (frame === 'fragment') return react.createElement(react.Fragment, null, ...children);
    return children[0] as React.ReactElement;
  }

  return { createProbe, createFrame };
}

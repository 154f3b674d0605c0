import * as hooks from '@tuffet/react-hooks';
import React from 'react';
import ReactDOM from 'react-dom';
import * as client from 'react-dom/client';
import type { Frame } from '../../../tests/library/contract/components.ts';
import type { Driver, RecordedProbe } from '../../../tests/library/contract/mount.ts';
import { createComponents, type Storage } from './components.ts';

declare const __FRAMEWORK__: string;
declare const __REACT_COMPILER__: string;

export const folder: string = __FRAMEWORK__;

/** Whether React Compiler has compiled the components of the tests. */
export const isCompiled: boolean = __REACT_COMPILER__ !== '';

/** Whether React has createRoot, transitions and useSyncExternalStore: since 18. */
export const isConcurrent: boolean = 'createRoot' in client;

interface LegacyDOM {
  render(element: React.ReactElement, container: Element): void;
  hydrate(element: React.ReactElement, container: Element): void;
  unmountComponentAtNode(container: Element): void;
}

const legacy = ReactDOM as unknown as LegacyDOM;
export const { createProbe, createFrame } = createComponents(React, hooks);

export interface ReactRoot {
  render(element: React.ReactElement): void;
  unmount(): void;
}

/** Creates a root that renders synchronously on every version. */
export function createRoot(container: Element): ReactRoot {
  if (!isConcurrent) {
    return {
      render: (element) => legacy.render(element, container),
      unmount: () => legacy.unmountComponentAtNode(container),
    };
  }
  const root = client.createRoot(container);
  return {
    render: (element) => ReactDOM.flushSync(() => root.render(element)),
    unmount: () => ReactDOM.flushSync(() => root.unmount()),
  };
}

export function hydrateRoot(container: Element, element: React.ReactElement): () => void {
  if (!isConcurrent) {
    legacy.hydrate(element, container);
    return () => legacy.unmountComponentAtNode(container);
  }
  const root = client.hydrateRoot(container, element);
  return () => ReactDOM.flushSync(() => root.unmount());
}

/** The driver for the contract, with every root inside `Wrapper`. */
export function createDriver(Wrapper: React.ElementType): Driver {
  const elementOf = (storage: Storage, probes: readonly RecordedProbe[], frame: Frame) => {
    const types = probes.map(({ probe, onRender }) => createProbe(storage, probe, onRender));
    const element = createFrame(frame, types);
    return Wrapper === React.Fragment ? element : React.createElement(Wrapper, null, element);
  };
  return {
    folder,
    version: React.version,
    ids: {
      way: 'lib-react-way',
      value: 'lib-react-bundle',
      setter: 'lib-react-setter',
      resetter: 'lib-react-resetter',
      checker: 'lib-react-checker',
    },
    createLocalStorage: hooks.createLocalStorage as unknown as Driver['createLocalStorage'],
    render(container, storage, probes, frame) {
      const root = createRoot(container);
      root.render(elementOf(storage, probes, frame));
      return () => root.unmount();
    },
    hydrate: (container, storage, probes, frame) =>
      hydrateRoot(container, elementOf(storage, probes, frame)),
  };
}

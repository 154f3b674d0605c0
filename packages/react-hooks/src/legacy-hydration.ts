import { isServer } from '@tuffet/hooks/adapter';

interface LegacyContainer {
  _reactRootContainer?: {
    _internalRoot?: { hydrate?: boolean; current: { child: unknown } };
  };
}

let isHydrating: boolean | undefined;

export function forgetHydration(): void {
  isHydrating = undefined;
}

/**
 * React below 18 has no API to detect hydration, but its roots have a flag: a root that hydrates and
 * has committed nothing yet is the one that renders now. Legacy roots render synchronously, so
 * the result is valid until the commit; if there is none, until the end of the task.
 */
export function isHydratingLegacyRoot(): boolean {
  if (isServer()) return false;
  if (isHydrating === undefined) queueMicrotask(forgetHydration);
  isHydrating ??= [document, ...document.querySelectorAll('*')].some((node) => {
    const root = (node as LegacyContainer)._reactRootContainer?._internalRoot;
    return root?.hydrate && !root.current.child;
  });
  return isHydrating;
}

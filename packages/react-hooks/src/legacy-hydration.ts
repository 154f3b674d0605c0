import { isServer } from '@tuffet/hooks/adapter';

interface LegacyContainer {
  _reactRootContainer?: {
    _internalRoot?: { hydrate?: boolean; current: { child: unknown } };
  };
}

let answer: boolean | undefined;

export function forgetHydration(): void {
  answer = undefined;
}

/**
 * React below 18 tells a component nothing about hydration. Its roots do: one that hydrates and has
 * committed nothing yet is the one now rendering. Legacy roots render in one go, so the answer
 * holds until they commit; a root that fails to is forgotten with the turn.
 */
export function isHydratingLegacyRoot(): boolean {
  if (isServer()) return false;
  if (answer === undefined) queueMicrotask(forgetHydration);
  answer ??= [document, ...document.querySelectorAll('*')].some((node) => {
    const root = (node as LegacyContainer)._reactRootContainer?._internalRoot;
    return root?.hydrate && !root.current.child;
  });
  return answer;
}

import type { TrustedTypesPolicy } from '../../../contracts/markup.gen';

/** The parts of Trusted Types that we use; TypeScript does not know them yet. */
interface TrustedTypePolicy {
  createHTML(text: string): string;
  createScriptURL(address: string): string;
}

interface TrustedTypePolicyFactory {
  createPolicy(name: TrustedTypesPolicy, rules: Partial<TrustedTypePolicy>): TrustedTypePolicy;
}

/** Makes a policy, or, where browsers have none, the rules themselves. */
export function createPolicy<T extends Partial<TrustedTypePolicy>>(
  name: TrustedTypesPolicy,
  rules: T,
): T {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
  return (trustedTypes?.createPolicy(name, rules) ?? rules) as T;
}

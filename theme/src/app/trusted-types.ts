import type { TrustedTypesPolicy } from '../../../contracts/markup.gen';

/** The parts of Trusted Types that we use. TypeScript has no types for them yet. */
interface TrustedTypePolicy {
  createHTML(text: string): string;
  createScriptURL(address: string): string;
}

interface TrustedTypePolicyFactory {
  createPolicy(name: TrustedTypesPolicy, rules: Partial<TrustedTypePolicy>): TrustedTypePolicy;
}

/** Creates a policy. In browsers without Trusted Types, returns the rules themselves. */
export function createPolicy<T extends Partial<TrustedTypePolicy>>(
  name: TrustedTypesPolicy,
  rules: T,
): T {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
  return (trustedTypes?.createPolicy(name, rules) ?? rules) as T;
}

/** What the build of the instruments makes of other files: see live/build/instruments.ts. */

declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*/contracts/protection.toml' {
  import type { Attack } from './attack/attempt.ts';

  export const attacks: readonly Attack[];
}

/** How live/build/instruments.ts loads other files. */

declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*/contracts/protection.toml' {
  import type { Attack } from './attack/attempt.ts';

  export const attacks: readonly Attack[];
}

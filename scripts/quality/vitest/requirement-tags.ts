import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { TestTagDefinition } from 'vitest/config';

type Contract = { requirements: { id: string; text: string }[] };

declare module 'vitest' {
  interface TaskMeta {
    /** The Vitest project in which the test ran; the JSON report has no other field for it. */
    project?: string;
  }
}

const contractFile = new URL('../../../contracts/requirements.toml', import.meta.url);

/** One tag per requirement. Vitest rejects tests with other tags. */
export function loadRequirementTags(project?: string): TestTagDefinition[] {
  const contract = parse(readFileSync(contractFile, 'utf8')) as Contract;
  return contract.requirements.map(({ id, text }) => ({
    name: id,
    description: text,
    ...(project === undefined ? {} : { meta: { project } }),
  }));
}

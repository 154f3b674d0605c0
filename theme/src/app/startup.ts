/** Runs once, after hydration. */
export interface StartupTask {
  readonly name: string;
  run(): unknown;
}

/** Runs all tasks. A failure is logged and doesn't affect the others. */
export async function runStartupTasks(tasks: readonly StartupTask[]): Promise<void> {
  await Promise.all(tasks.map(runTask));
}

async function runTask({ name, run }: StartupTask): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(`The startup task “${name}” failed.`, error);
  }
}

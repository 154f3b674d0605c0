/** Something that is done once, after the page has come to life. */
export interface StartupTask {
  readonly name: string;
  run(): unknown;
}

/** Runs each task; one that fails is written to the console and stops nothing else. */
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

/** One step of stopping: its name, for the log if it hangs, and the function to run. */
export type StopStep = readonly [name: string, run: () => Promise<unknown>];

/**
 * Runs the steps in order, once however often it is called. After a failed step the later ones still run, and the first
 * failure is thrown at the end. `onStep` receives each name before its step begins.
 */
export function stopOnce(steps: readonly StopStep[]): (onStep?: (name: string) => void) => Promise<void> {
  let stopped: Promise<void> | null = null;
  async function run(onStep: (name: string) => void): Promise<void> {
    const failures: unknown[] = [];
    for (const [name, step] of steps) {
      onStep(name);
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
  return (onStep = () => {}) => {
    stopped ??= run(onStep);
    return stopped;
  };
}

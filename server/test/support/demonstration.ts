import { startCli } from './cli-process.ts';
import { until } from './until.ts';

const WITHIN_MS = 600_000;

export interface Demonstration {
  /** `http://host:port`. */
  origin: string;
  /** The address of its workspace in the console. */
  home: string;
  /** The address of its evaluation in the console. */
  evaluation: string;
  /** Ends it, and removes its data. */
  stop(): Promise<void>;
}

/** Runs `touchstone demo` until its comparison is done; the service goes on running until it is stopped. */
export async function startDemonstration(flags: readonly string[]): Promise<Demonstration> {
  const { child, ended } = startCli(['demo', ...flags]);
  let said = '';
  child.stdout?.on('data', (text: string) => {
    said += text;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    const [, address] = await until(() => /Evaluation {2}(http:\S+)/.exec(said), 200, WITHIN_MS);
    return { ...demonstrationAt(address as string), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A demonstration that runs, by the address of its evaluation as it prints it. It is left running. */
export function demonstrationAt(address: string): Demonstration {
  const { origin, pathname } = new URL(address);
  const evaluation = `${origin}/console${pathname}`;
  const home = evaluation.slice(0, evaluation.indexOf('/evaluations/'));
  return { origin, home, evaluation, stop: async () => {} };
}

// For the TypeScript scripts outside of this folder; child-process.mjs is plain JavaScript because machines with Node 20 run it.
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** A signal was passed on to it. */
  isStopped: boolean;
}
export function runChild(
  command: string,
  args: readonly string[],
  options?: { cwd?: string; env?: NodeJS.ProcessEnv; started?: (pid: number) => void },
): Promise<Ending>;
export function endLike(ending: Pick<Ending, 'code' | 'signal'>): void;

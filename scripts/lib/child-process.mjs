import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** `isStopped`: a signal was passed on to it. @typedef {{ code: number | null, signal: NodeJS.Signals | null, isStopped: boolean }} Ending */

/** @type {NodeJS.Signals[]} */
const FORWARDED_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a program on this terminal and resolves when it has ended. SIGTERM, SIGINT and SIGHUP sent to this process
 * are passed on, and this process stays until the child is gone, so that a caller who waits for us waits for the child.
 * A signal to the whole process group therefore reaches the child more than once.
 *
 * Rejects only when the program cannot be started.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, started?: (pid: number) => void }} [options]
 * @returns {Promise<Ending>}
 */
export function runChild(command, args, { started, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit' });
    let isStopped = false;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      isStopped = true;
      child.kill(signal);
    };
    const letGo = () => {
      for (const signal of FORWARDED_SIGNALS) process.off(signal, forward);
    };

    for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);
    if (child.pid !== undefined) started?.(child.pid);
    child.once('exit', (code, signal) => {
      letGo();
      resolve({ code, signal, isStopped });
    });
    child.on('error', (error) => {
      // A failed kill is reported here too; only a child that never started has no pid.
      if (child.pid !== undefined) return;
      letGo();
      reject(error);
    });
  });
}

/**
 * Makes this process end the way its child did: same exit code, or same signal.
 *
 * @param {Pick<Ending, 'code' | 'signal'>} ending
 */
export function endLike({ code, signal }) {
  process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  // As process 1 of a container the signal does nothing; then the exit code above says it.
  if (signal !== null) process.kill(process.pid, signal);
}

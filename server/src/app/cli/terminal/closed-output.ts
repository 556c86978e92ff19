import { constants } from 'node:os';

/** The exit code that a shell reports after SIGPIPE. Node ignores that signal, so that a write fails instead. */
const CLOSED_OUTPUT_EXIT_CODE = 128 + constants.signals.SIGPIPE;
const INTERRUPTED_EXIT_CODE = 128 + constants.signals.SIGINT;

let isClosed = false;
let isNeeded = true;

/**
 * Ends the command quietly if the reader of its output has exited, as in `touchstone … | head`: listeners for SIGTERM
 * stop in order, and the exit code is 141 unless the command failed on its own.
 */
export function exitWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (isClosed) return;
      isClosed = true;
      if (!isNeeded) return;
      process.once('exit', (code) => {
        if (code === 0 || code === INTERRUPTED_EXIT_CODE) process.exitCode = CLOSED_OUTPUT_EXIT_CODE;
      });
      process.emit('SIGTERM', 'SIGTERM');
    });
}

/** Lets the command continue without a reader, because it also writes files. */
export function continueWithoutReader(): void {
  isNeeded = false;
}

/** Whether the reader of the output has exited; then no message about an interruption is needed. */
export const isOutputClosed = () => isClosed;

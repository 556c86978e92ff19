import { constants } from 'node:os';

/** What a shell reports for a program that SIGPIPE ended. Node ignores that signal, so that a write fails instead. */
const CLOSED_OUTPUT = 128 + constants.signals.SIGPIPE;
const INTERRUPTED = 128 + constants.signals.SIGINT;

let isClosed = false;
let isNeeded = true;

/**
 * Ends the command quietly where the reader of its output has gone, as in `touchstone … | head`: what listens for SIGTERM
 * stops in order, what ends soon goes on to its end, and the exit code is 141 unless the command failed by itself.
 */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (isClosed) return;
      isClosed = true;
      if (!isNeeded) return;
      process.once('exit', (code) => {
        if (code === 0 || code === INTERRUPTED) process.exitCode = CLOSED_OUTPUT;
      });
      process.emit('SIGTERM', 'SIGTERM');
    });
}

/** Lets the command go on without a reader, because it also writes files. */
export function outliveReader(): void {
  isNeeded = false;
}

/** Whether the reader of the output has gone: nobody needs to be told that the command was interrupted. */
export const isOutputClosed = () => isClosed;

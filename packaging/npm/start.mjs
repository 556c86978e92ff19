import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../scripts/lib/node-flags.mjs';

// Starts the bundle beside it with the flags and the environment that the service is measured with: in this very
// process where the system can replace a program (Linux, macOS), so that signals, pipes and the process id stay.

const CLI = join(import.meta.dirname, 'cli.mjs');

const env = { ...SERVICE_ENV, ...compileCache(), ...process.env };
const args = [process.execPath, ...process.execArgv, ...SERVICE_FLAGS, CLI, ...process.argv.slice(2)];
if (!process.execve) throw new Error(`Touchstone does not run on ${process.platform}.`);
process.execve(process.execPath, args, env);

/**
 * Node keeps what it made of the program's files where this user alone writes; without a home directory it keeps nothing.
 *
 * @returns {Record<string, string>}
 */
function compileCache() {
  try {
    return {
      NODE_COMPILE_CACHE: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'touchstone'),
    };
  } catch {
    return {};
  }
}

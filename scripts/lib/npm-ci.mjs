import { basename, delimiter, join } from 'node:path';
import { runChild } from './child-process.mjs';
import { PrerequisiteError } from './prerequisite-error.mjs';

/**
 * `npm ci` with its output on this terminal. Development and optional packages are asked for by name because
 * NODE_ENV=production or a user's npm settings may leave them out, and the pinned Node is an optional package.
 * Warnings are left out: on an older Node they are pages of "Unsupported engine", and the pinned one runs it all.
 *
 * @param {string} root
 * @param {(pid: number) => void} started
 */
export async function npmCi(root, started) {
  const npm = npmCommand(root, process.env);
  const args = [...npm.args, 'ci', '--include=dev', '--include=optional', '--loglevel=error'];
  const ending = await runChild(npm.command, args, { cwd: root, env: npm.env, started }).catch((error) => {
    throw new PrerequisiteError(
      `npm could not be started (${error.message}). Install Node with npm, and try again.`,
    );
  });

  if (ending.signal !== null) {
    throw new PrerequisiteError('Installing dependencies was interrupted. Run the command again.');
  }
  if (ending.code !== 0) {
    throw new PrerequisiteError(
      `npm ci failed (exit code ${ending.code}); what it said is above. If it could not fetch packages: it needs the ` +
        'network once, and where packages come through a mirror or a proxy, "npm config get registry proxy ' +
        'https-proxy" shows what npm uses. If it says that package.json and package-lock.json are not in sync: ' +
        'run "npm install" and commit the lock file. Then run the command again.',
    );
  }
}

/**
 * The npm that started us, run by the Node that ran it; else the npm on PATH. npm puts node_modules/.bin first on
 * PATH, where the pinned Node lies: npm must not run on a binary it is about to delete.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ command: string, args: string[], env: NodeJS.ProcessEnv }}
 */
export function npmCommand(root, env) {
  const inside = join(root, 'node_modules');
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(inside))
    .join(delimiter);
  const cleaned = { ...env, PATH: path };

  const cli = env.npm_execpath;
  const node = env.npm_node_execpath;
  // Under pnpm or yarn npm_execpath is theirs, and neither reads package-lock.json.
  if (cli === undefined || basename(cli) !== 'npm-cli.js' || cli.startsWith(inside)) {
    return { command: 'npm', args: [], env: cleaned };
  }
  return { command: node && !node.startsWith(inside) ? node : 'node', args: [cli], env: cleaned };
}

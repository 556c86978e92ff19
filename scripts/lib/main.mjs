import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureConsole } from './build-console.mjs';
import { endLike, runChild } from './child-process.mjs';
import { ensureInstalled } from './install.mjs';
import { SERVICE_ENV, SERVICE_FLAGS } from './node-flags.mjs';
import { findNode, thisMachine } from './pinned-node.mjs';
import { PrerequisiteError } from './prerequisite-error.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = 'server/src/app/cli/cli.ts';

/**
 * What each command runs on the pinned Node. All run in the repository's folder, whatever the caller's, so that
 * a default such as ./data means one place; `touchstone` takes file names and runs where the caller is.
 *
 * @type {Record<string, { script: string, args?: string[], console?: true, where?: 'caller' }>}
 */
const COMMANDS = {
  start: { script: CLI, args: ['serve'], console: true },
  demo: { script: CLI, args: ['demo'], console: true },
  test: { script: 'scripts/test.ts' },
  'test:slow': { script: 'scripts/test.ts', args: ['--slow'] },
  check: { script: 'scripts/check.ts' },
  package: { script: 'packaging/build.ts', console: true },
  generate: { script: 'scripts/generate.ts' },
  format: { script: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '--write', '.'] },
  touchstone: { script: CLI, where: 'caller' },
};

/**
 * Installs what is missing, then hands over to the pinned Node and ends as it ends.
 *
 * @param {string[]} argv the command's name and its arguments
 */
export async function main(argv) {
  try {
    endLike(await run(argv));
  } catch (error) {
    if (!(error instanceof PrerequisiteError)) throw error;
    console.error(error.message);
    process.exitCode ||= 1;
  }
}

/** @param {string[]} argv */
async function run([name = '', ...rest]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const known = Object.keys(COMMANDS).join(', ');
    throw new PrerequisiteError(`There is no command "${name}". The commands are: ${known}.`);
  }

  await ensureInstalled(ROOT);
  const node = findNode(ROOT, thisMachine());
  const script = join(ROOT, command.script);
  if (!existsSync(script))
    throw new PrerequisiteError(`"${name}" runs ${command.script}, which does not exist.`);
  if (command.console) await ensureConsole(ROOT, node);

  const cwd = command.where === 'caller' ? process.cwd() : ROOT;
  const isService = command.script === CLI;
  const flags = isService ? SERVICE_FLAGS : [];
  return runChild(node, [...flags, script, ...(command.args ?? []), ...rest], {
    cwd,
    env: { ...(isService && SERVICE_ENV), ...withCompileCache(process.env) },
  });
}

/**
 * Node keeps what it made of the TypeScript files here, by content: the next start strips no types, is ready in
 * about 60 % of the time and holds a quarter less memory, since each of the five threads carried the stripper
 * (`bench/start.ts`).
 *
 * @param {NodeJS.ProcessEnv} env
 */
function withCompileCache(env) {
  return { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'), ...env };
}

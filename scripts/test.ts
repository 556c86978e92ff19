import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, NO_CHROMIUM } from '../server/test/support/chromium.ts';
import { findPgBouncer, NO_PGBOUNCER } from '../server/test/support/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../server/test/support/postgres.ts';
import { createTemplate } from '../server/test/support/postgres-template.ts';
import { createSqliteTemplate } from '../server/test/support/sqlite-template.ts';
import { aptInstall } from './apt-install.ts';
import { BUNDLES, buildServer } from './build-server.ts';
import { type Ending, endLike } from './lib/child-process.mjs';
import { runTests } from './lib/run-tests.ts';
import { MAX_SLOW_FILES } from './lib/test-groups.ts';

// `npm test` runs all tests except slow ones, or the given files, folders and node options: `npm test -- scripts
// --test-only`. `npm run test:slow` runs slow tests, and the full versions of those that `npm test` shortens.

const PATTERNS = [
  'server/src/**/*.test.ts',
  'server/test/**/*.test.ts',
  'mock/src/**/*.test.ts',
  'report/src/**/*.test.ts',
  'web/src/**/*.test.ts',
  'scripts/**/*.test.{ts,mjs}',
];
const SLOW_FOLDER = 'server/test/slow';
const CONSOLE = 'server/test/console';
/** They repeat many times whether anything is lost, so a single failure counts. */
const LOSS_TESTS = /^server\/test\/slow\/(kill-|failover|disk-full|two-workers)/;
const BEHIND_PGBOUNCER = `${SLOW_FOLDER}/postgres-manners.test.ts`;
/**
 * The part of the console that `npm test` opens: every address, results, and a conversation. The browser took a third
 * of the processor time of all tests, so the other files run in the slow suite.
 */
const QUICK_CONSOLE = ['browser', 'conversation', 'results'].map((name) => `${CONSOLE}/${name}.test.ts`);
const ONE_TEST_WITHIN_MS = 120_000;
const ONE_SLOW_TEST_WITHIN_MS = 600_000;
const MEMORY = '/dev/shm';
const ENOUGH_MEMORY_BYTES = 2 * 1024 ** 3;
const inCi = process.env.CI === 'true';

/** Two more groups than cores, because they wait for a third of their time; not more, because many start processes. */
const PARALLEL_GROUPS = Math.min(availableParallelism() + 2, 6);

let testing = false;

type Run = (env: NodeJS.ProcessEnv) => Promise<Ending>;

/** `rest`: only the files that the slow suite omits. */
type Which = 'quick' | 'slow' | 'rest';
const WHICH: Readonly<Record<string, Which>> = { '--slow': 'slow', '--rest': 'rest' };

await main(process.argv.slice(2));

async function main(argv: string[]): Promise<void> {
  const which = WHICH[argv[0] ?? ''] ?? 'quick';
  const slow = which === 'slow';
  const options = argv.filter((argument) => argument.startsWith('-') && !(argument in WHICH));
  const files = testFiles(
    argv.filter((argument) => !argument.startsWith('-')),
    which,
  );
  if (files.length === 0)
    throw new Error(`There is no test file in: ${argv.join(' ') || PATTERNS.join(' ')}`);

  const letGo = endOnSignals();
  const warnings = [...requireChromium(files), ...lookForPgBouncer(files)];
  const postgres = await postgresOrReason();
  if ('skipped' in postgres && inCi) {
    console.error(`PostgreSQL must run in CI, and it does not: ${postgres.skipped}.`);
    process.exit(1);
  }
  const run = (env: NodeJS.ProcessEnv) =>
    runAll(options, files, slow, { ...env, ...(slow && { TEST_IN_FULL: 'true' }) });
  const ending =
    'skipped' in postgres ? await withoutPostgres(postgres.skipped, run) : await withPostgres(postgres, run);
  for (const warning of warnings) console.error(warning);
  letGo();
  endLike(ending);
}

/** The message, before and after, if the console cannot be tested in a browser; in CI that is a failure. */
function requireChromium(files: string[]): string[] {
  if (!files.some((file) => file.startsWith(`${CONSOLE}/`)) || findChromium() !== null) return [];
  if (inCi && aptInstall('chromium') && findChromium() !== null) return [];
  if (inCi) {
    console.error(`Chromium must run in CI, and it does not: ${NO_CHROMIUM}.`);
    process.exit(1);
  }
  const warning = `*** The tests of the console in a browser are SKIPPED: ${NO_CHROMIUM}. ***`;
  console.error(warning);
  return [warning];
}

/** The message, before and after, if the service cannot be tested behind PgBouncer. */
function lookForPgBouncer(files: string[]): string[] {
  if (!files.includes(BEHIND_PGBOUNCER) || findPgBouncer() !== undefined) return [];
  if (inCi && aptInstall('pgbouncer') && findPgBouncer() !== undefined) return [];
  const warning = `*** The tests behind PgBouncer are SKIPPED: ${NO_PGBOUNCER}. ***`;
  console.error(warning);
  return [warning];
}

/** A signal before or after the tests must not leave PostgreSQL running: ending through `exit` stops it. */
function endOnSignals(): () => void {
  const quit = () => {
    // While tests run, they receive the signal, and this process waits for their end.
    if (!testing) process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, quit);
  return () => {
    for (const signal of signals) process.off(signal, quit);
  };
}

function testFiles(given: string[], which: Which): string[] {
  if (given.length > 0)
    return find(given.map((path) => (isFolder(path) ? `${path}/**/*.test.{ts,mjs}` : path)));
  return find(PATTERNS).filter((file) => {
    const isSlow =
      file.startsWith(`${SLOW_FOLDER}/`) || (file.startsWith(`${CONSOLE}/`) && !QUICK_CONSOLE.includes(file));
    if (which === 'quick') return !isSlow;
    return (isSlow || asksInFull(file)) === (which === 'slow');
  });
}

/** Whether the slow suite runs more of a file: by `support/in-full.ts`, on PostgreSQL, or on more screens. */
function asksInFull(file: string): boolean {
  return /\b(inFull|isInFull|onEachDatabaseInFull|faults)\(/.test(readFileSync(file, 'utf8'));
}

function find(patterns: string[]): string[] {
  const found = globSync(patterns, { exclude: (path) => path.endsWith('node_modules') });
  return [...new Set(found)].sort();
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function postgresOrReason() {
  const first = await startPostgres();
  if (!('skipped' in first) || !inCi || !aptInstall('postgresql')) return first;
  return startPostgres();
}

async function withPostgres(postgres: PostgresServer, run: Run) {
  process.env.TEST_DATABASE_URL = postgres.url;
  try {
    const template = await createTemplate();
    try {
      return await run({ ...process.env, TEST_DATABASE_TEMPLATE: template.name });
    } finally {
      await template.drop();
    }
  } finally {
    await postgres.stop();
  }
}

async function withoutPostgres(reason: string, run: Run) {
  const warning =
    `*** PostgreSQL is SKIPPED: ${reason}. Half of the storage tests do not run. Install PostgreSQL ` +
    '(Debian: apt-get install postgresql; macOS: brew install postgresql), or set TEST_DATABASE_URL. ***';
  console.error(warning);
  const ending = await run(process.env);
  console.error(warning);
  return ending;
}

async function runAll(
  options: string[],
  files: string[],
  slow: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Ending> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-groups-'));
  const dataDir = mkdtempSync(join(slow ? tmpdir() : whereDataIsQuick(), 'touchstone-test-data-'));
  mkdirSync(BUNDLES, { recursive: true });
  const bundle = mkdtempSync(join(BUNDLES, 'test-'));
  testing = true;
  try {
    const cli = await buildServer(bundle);
    return await runTests(files, {
      folder,
      options,
      ...(slow && { filesTogether: MAX_SLOW_FILES }),
      atOnce: PARALLEL_GROUPS,
      limits: [slow ? ONE_SLOW_TEST_WITHIN_MS : ONE_TEST_WITHIN_MS],
      onlyOnce: LOSS_TESTS,
      env: {
        ...env,
        TEST_CLI: cli,
        TEST_DATA_DIR: dataDir,
        TEST_SQLITE_TEMPLATE: await createSqliteTemplate(dataDir),
      },
    });
  } finally {
    testing = false;
    for (const made of [folder, bundle, dataDir]) rmSync(made, { recursive: true, force: true });
  }
}

/**
 * In memory if Linux has room: hundreds of databases are created, and each commit waits for its disk. Tests that kill
 * processes and fill disks in the slow suite use a real disk.
 */
function whereDataIsQuick(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_MEMORY_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface PostgresServer {
  /** A connection string of a superuser, for `pg` and for TEST_DATABASE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that only this process uses. */
export interface PrivatePostgres extends PostgresServer {
  /** Its Unix socket. */
  readonly socket: string;
  /** Ends the server and every session; answers what starts it again on its data. */
  shutDown(): Promise<() => Promise<void>>;
  /** SIGKILL; answers what starts it again on what it had written. */
  kill(): Promise<() => Promise<void>>;
  /** A copy that follows it, and that it waits for with every commit from then on. Of one that is `replicated`. */
  standby(): Promise<Standby>;
}

/** A server that follows another one, and answers reads alone until it is promoted. */
export interface Standby extends PrivatePostgres {
  promote(): Promise<void>;
}

/** Why no PostgreSQL could be started, as a sentence that can be shown. */
export interface PostgresSkipped {
  readonly skipped: string;
}

/** Who the server runs as: PostgreSQL refuses root. */
interface RunAs {
  uid?: number;
  gid?: number;
}

const READY_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 10_000;
const SOCKET_NAME = '.s.PGSQL.5432';
// A socket's path has 104 bytes on macOS and 108 on Linux.
const LONGEST_SOCKET_PATH = 100;

/** A PostgreSQL for tests: the one TEST_DATABASE_URL names (left running by `stop`), else a private one. */
export async function startPostgres(): Promise<PostgresServer | PostgresSkipped> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { url: given, stop: async () => {} } : startPrivatePostgres();
}

/** How a private server is kept. */
type Kept = 'fast' | 'replicated';

/**
 * A server from the machine's binaries, in a temporary folder, on a Unix socket only. A fast one keeps nothing when the
 * machine fails; one that is replicated commits as in production, and others may follow it.
 */
export async function startPrivatePostgres(kept: Kept = 'fast'): Promise<PrivatePostgres | PostgresSkipped> {
  const bin = findBinaries();
  if (!bin) return { skipped: 'no initdb and postgres on PATH, in /usr/lib/postgresql or from Homebrew' };
  const runAs = unprivileged();
  if (!runAs) return { skipped: 'this runs as root and there is no user postgres or nobody to run it as' };

  const folder = mkdtempSync(join(temporaryBase(), 'touchstone-pg-'));
  try {
    if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid);
    createCluster(bin, folder, runAs);
    return await startCluster(bin, folder, runAs, SETTINGS[kept]);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const why = String(error instanceof Error ? error.message : error);
    return { skipped: `${bin}/postgres does not start: ${why.trim().replace(/\s+/g, ' ')}` };
  }
}

/** Why tests must skip PostgreSQL; undefined when there is one. */
export function postgresSkipReason(): string | undefined {
  if (process.env.TEST_DATABASE_URL) return undefined;
  return 'TEST_DATABASE_URL is not set ("npm test" sets it where it finds PostgreSQL)';
}

export interface FreshDatabase {
  readonly url: string;
  /** Ends whatever connections it still has. */
  drop(): Promise<void>;
}

/** A new database on the server of TEST_DATABASE_URL: a copy of the one TEST_DATABASE_TEMPLATE names, else empty. */
export function freshPostgresDatabase(): Promise<FreshDatabase> {
  return createDatabase(process.env.TEST_DATABASE_TEMPLATE ?? NOBODY_IS_CONNECTED);
}

/** A new database without a table. */
export function emptyPostgresDatabase(): Promise<FreshDatabase> {
  return createDatabase(NOBODY_IS_CONNECTED);
}

// PostgreSQL copies only what nobody is connected to; test files create databases at the same time.
const NOBODY_IS_CONNECTED = 'template0';

async function createDatabase(template: string): Promise<FreshDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error(postgresSkipReason());

  const name = `touchstone_test_${randomBytes(8).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The folder with both programs: PATH first, then where Debian (newest version first) and Homebrew put them. */
function findBinaries(): string | undefined {
  const places = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...newestFirst('/usr/lib/postgresql/*/bin'),
    ...newestFirst('/usr/pgsql-*/bin'),
    ...newestFirst('/opt/homebrew/opt/postgresql*/bin'),
    ...newestFirst('/usr/local/opt/postgresql*/bin'),
  ];
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
}

function newestFirst(pattern: string): string[] {
  return globSync(pattern).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

function unprivileged(): RunAs | undefined {
  if (userInfo().uid !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  return undefined;
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}

/** Root's own TMPDIR may be closed to the user the server runs as, and a long one leaves no room for the socket. */
function temporaryBase(): string {
  const socket = join(tmpdir(), 'touchstone-pg-XXXXXX', SOCKET_NAME);
  return userInfo().uid === 0 || socket.length > LONGEST_SOCKET_PATH ? '/tmp' : tmpdir();
}

function createCluster(bin: string, folder: string, runAs: RunAs): void {
  try {
    initdb(bin, folder, runAs, 'C.UTF-8');
  } catch {
    // macOS and older C libraries do not know C.UTF-8.
    rmSync(join(folder, 'data'), { recursive: true, force: true });
    initdb(bin, folder, runAs, 'C');
  }
}

function initdb(bin: string, folder: string, runAs: RunAs, locale: string): void {
  const settings = ['--auth=trust', '--no-sync', '--username=postgres', '-E', 'UTF8', `--locale=${locale}`];
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...settings], {
    ...runAs,
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

const SETTINGS: Readonly<Record<Kept, Readonly<Record<string, string>>>> = {
  fast: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Without them each new database writes its files twice, and each new segment of the log is filled with zeros.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_init_zero: 'off',
  },
  // No machine fails here, only processes do: what a process has written is there.
  replicated: { fsync: 'off', synchronous_commit: 'on', wal_level: 'replica', wal_init_zero: 'off' },
};

/** The name of the server that follows, by which the other one waits for it. */
const FOLLOWER = 'follower';

async function startCluster(
  bin: string,
  folder: string,
  runAs: RunAs,
  kept: Readonly<Record<string, string>>,
): Promise<PrivatePostgres> {
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '200',
    ...kept,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launch = () =>
    spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...args], {
      ...runAs,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
  let server = launch();
  const giveUp = () => abandon(server, folder);
  process.once('exit', giveUp);

  const url = urlOf(folder);
  const again = async () => {
    server = launch();
    await ready(server, url);
  };
  try {
    await ready(server, url);
  } catch (error) {
    abandon(server, folder);
    process.off('exit', giveUp);
    throw new Error(`${error instanceof Error ? error.message : error}; it said: ${tail(logFile)}`);
  }
  return {
    url,
    socket: join(folder, SOCKET_NAME),
    async shutDown() {
      await stop(server);
      return again;
    },
    async kill() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      // Its sessions end by themselves a moment later, and hold its memory until then.
      return () => trying(again);
    },
    async standby() {
      const other = mkdtempSync(join(temporaryBase(), 'touchstone-pg-'));
      if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(other, runAs.uid, runAs.gid);
      const from = ['-h', folder, '-U', 'postgres', '-D', join(other, 'data')];
      const copy = [...from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
      // PATH may have links to the two programs above alone.
      const programs = dirname(realpathSync(join(bin, 'postgres')));
      execFileSync(join(programs, 'pg_basebackup'), copy, { ...runAs, cwd: other, stdio: 'ignore' });
      const conninfo = `host=${folder} user=postgres application_name=${FOLLOWER}`;
      const follower = await startCluster(bin, other, runAs, { ...kept, primary_conninfo: conninfo });
      await administer(url, `ALTER SYSTEM SET synchronous_standby_names = '${FOLLOWER}'`);
      await administer(url, 'SELECT pg_reload_conf()');
      return { ...follower, promote: () => administer(urlOf(other), 'SELECT pg_promote()') };
    },
    stop: async () => {
      process.off('exit', giveUp);
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const urlOf = (folder: string) => `postgres:///postgres?host=${encodeURIComponent(folder)}&user=postgres`;

async function trying(start: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  let failure: unknown;
  server.once('error', (error) => {
    failure = error;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    await sleep(50);
    if (failure) throw failure;
    if (hasEnded(server)) throw new Error(`it ended with ${server.exitCode ?? server.signalCode}`);
    try {
      return await administer(url, 'SELECT 1');
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

/** SIGINT is PostgreSQL's fast shutdown (sessions are ended), SIGQUIT its immediate one. */
async function stop(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  const impatient = setTimeout(() => server.kill('SIGQUIT'), STOPPED_WITHIN_MS);
  await ended;
  clearTimeout(impatient);
}

/** The last resort, without waiting: this process is ending. */
function abandon(server: ChildProcess, folder: string): void {
  server.kill('SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' / ') : 'nothing';
}

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Why the service is not tried behind it. */
export const NO_PGBOUNCER = 'no pgbouncer on PATH, in /usr/sbin or in TEST_PGBOUNCER';
const PORT = 6432;

export interface PgBouncer {
  readonly url: string;
  /** Ends it with this signal; answers what starts it again. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** A PgBouncer in transaction mode before the server of this URL, on a Unix socket; null where the program is not found. */
export async function startPgBouncer(server: string): Promise<PgBouncer | null> {
  const program = findPgBouncer();
  if (program === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-pgbouncer-'));
  const to = new URL(server);
  const host = to.searchParams.get('host') ?? to.hostname;
  const user = to.searchParams.get('user') ?? to.username;
  const config = `[databases]
* = host=${host}${to.port && ` port=${to.port}`} user=${user}
[pgbouncer]
pool_mode = transaction
auth_type = any
unix_socket_dir = ${folder}
listen_port = ${PORT}
max_client_conn = 200
default_pool_size = 5
`;
  writeFileSync(join(folder, 'pgbouncer.ini'), config);
  chmodSync(folder, 0o777);
  // It refuses to run as root, as PostgreSQL does.
  const { uid, gid } = host.startsWith('/') ? statSync(host) : { uid: undefined, gid: undefined };
  const url = new URL(to);
  url.searchParams.set('host', folder);
  url.searchParams.set('port', String(PORT));
  const launch = () =>
    spawn(program, [join(folder, 'pgbouncer.ini')], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] });
  let child = launch();
  const start = async () => {
    child = launch();
    await ready(child, url.href);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await ready(child, url.href);
  return {
    url: url.href,
    async end(signal) {
      await end(signal);
      return start;
    },
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcessByStdio<null, null, Readable>, url: string): Promise<void> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (let tries = 0; !(await answers(url)); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error(`PgBouncer does not start: ${said}`);
    await sleep(50);
  }
}

/** The program: the one TEST_PGBOUNCER names, else on PATH or where packages put it. */
export function findPgBouncer(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const candidates = [process.env.TEST_PGBOUNCER ?? '', ...places.map((place) => join(place, 'pgbouncer'))];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

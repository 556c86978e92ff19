import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PORT = 6432;

/** A PgBouncer in transaction mode before the server of this URL, on a Unix socket; null where the program is not found. */
export async function startPgBouncer(server: string): Promise<{ url: string; stop(): Promise<void> } | null> {
  const program = findProgram();
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
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    uid,
    gid,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit');
  const url = new URL(to);
  url.searchParams.set('host', folder);
  url.searchParams.set('port', String(PORT));
  for (let tries = 0; !(await answers(url.href)); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error(`PgBouncer does not start: ${said}`);
    await sleep(50);
  }
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findProgram(): string | undefined {
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

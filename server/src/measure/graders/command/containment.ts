import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

const BYTES = String(64 * 1024 * 1024);
/** Threads count as processes: a program of Node.js has eleven. */
const PROCESSES = 200;

/**
 * Nothing of the machine but its files, read only: no network, no processes of others, none that outlives it, no sockets
 * under /run, and 64 MiB in each of /tmp, /run and /dev/shm.
 */
const contained = (folder: string): string[] => [
  ...['--unshare-all', '--die-with-parent', '--new-session', '--ro-bind', '/', '/', '--proc', '/proc'],
  ...['--dev', '/dev', ...['/tmp', '/run', '/dev/shm'].flatMap((path) => ['--size', BYTES, '--tmpfs', path])],
  ...['--ro-bind', folder, folder, '--chdir', folder, '--remount-ro', '/dev', '--'],
  ...['prlimit', `--nproc=${PROCESSES}`, `--fsize=${BYTES}`, '--core=0', '--'],
];

/** Succeeds where it sees no network but loopback and no other process, and can write in /tmp only. */
const PROBE =
  '[ "$(grep -c : /proc/net/dev)" = 1 ] && [ "$(ulimit -f)" != unlimited ] && ! kill -0 "$1" && ! touch /probe && touch /tmp/probe';

const NOBODY = 65_534;
/** A service that is run by root has its graders run by nobody. */
const owner = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

/** What a program sees of the environment. */
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  // Else Python keeps its answers back until it has several kilobytes.
  PYTHONUNBUFFERED: '1',
};

const PROBE_MS = 5_000;
let isPossible: boolean | undefined;

/** Whether bubblewrap contains programs on this machine, which is tried once: many containers do not allow it. */
export function canContain(): boolean {
  isPossible ??=
    spawnSync('bwrap', [...contained('/usr'), 'sh', '-c', PROBE, 'sh', String(process.pid)], {
      ...owner(),
      env: ENVIRONMENT,
      stdio: 'ignore',
      timeout: PROBE_MS,
    }).status === 0;
  return isPossible;
}

/** How a program is started, contained where that is possible. */
export function startOptions([program = '', ...args]: readonly string[]) {
  const folder = dirname(program);
  const options = { ...owner(), env: ENVIRONMENT };
  return canContain()
    ? { file: 'bwrap', args: [...contained(folder), program, ...args], options: { ...options, cwd: '/' } }
    : { file: program, args, options: { ...options, cwd: folder } };
}

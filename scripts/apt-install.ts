import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

const WITHIN_MS = 300_000;

/** Installs a Debian package if possible without asking anyone: as root, with apt-get. */
export function aptInstall(name: string): boolean {
  if (userInfo().uid !== 0) return false;
  return aptGet('update') && aptGet('install', '-y', '--no-install-recommends', name);
}

function aptGet(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    // Its progress is diagnostic output: standard output ends with the test summary.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: WITHIN_MS,
  });
  return status === 0;
}

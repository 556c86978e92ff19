import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';

export interface SmallDisk {
  readonly path: string;
  /** Room comes back. */
  enlarge(megabytes: number): void;
  unmount(): void;
}

/**
 * A file system of 5 MB in memory at `path`; where only root may mount and this is not root, why there is none.
 * Throws it with `CI=true`: there a test that cannot run is one that fails.
 */
export function mountSmallDisk(path: string, env = process.env): SmallDisk | { skipped: string } {
  const disk = tryToMount(path);
  if ('skipped' in disk && env.CI === 'true') throw new Error(`A test must run in CI: ${disk.skipped}.`);
  return disk;
}

function tryToMount(path: string): SmallDisk | { skipped: string } {
  if (process.platform !== 'linux' || userInfo().uid !== 0) {
    return { skipped: 'a small disk can be mounted only on Linux and as root' };
  }
  try {
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'touchstone-test', path], { stdio: 'pipe' });
  } catch (error) {
    return {
      skipped: `mounting a small disk is not allowed here: ${(error as Error).message.trim().split('\n').at(-1)}`,
    };
  }
  return {
    path,
    enlarge: (megabytes) =>
      void execFileSync('mount', ['-o', `remount,size=${megabytes}m`, path], { stdio: 'pipe' }),
    unmount: () => execFileSync('umount', ['-l', path], { stdio: 'pipe' }),
  };
}

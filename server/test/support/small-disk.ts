import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';

export interface SmallDisk {
  readonly path: string;
  /** Room comes back. */
  enlarge(megabytes: number): void;
  unmount(): void;
}

/** A file system of 5 MB in memory at `path`; where only root may mount and this is not root, why there is none. */
export function mountSmallDisk(path: string): SmallDisk | { skipped: string } {
  if (process.platform !== 'linux' || userInfo().uid !== 0) {
    return { skipped: 'a small disk can be mounted only on Linux and as root' };
  }
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'touchstone-test', path], { stdio: 'pipe' });
  } catch (error) {
    return {
      skipped: `mounting a small disk is not allowed here: ${(error as Error).message.split('\n')[1]}`,
    };
  }
  return {
    path,
    enlarge: (megabytes) =>
      void execFileSync('mount', ['-o', `remount,size=${megabytes}m`, path], { stdio: 'pipe' }),
    unmount: () => execFileSync('umount', ['-l', path], { stdio: 'pipe' }),
  };
}

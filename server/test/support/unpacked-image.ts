import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USER } from '../../../packaging/image.ts';

/** The tree is read-only, /tmp and /data are not, the user is not root, and no file outside of the tree is seen. */
const RUN = `set -e
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind "$2" "$1/data"
mount -o remount,bind,ro "$1"
shift 2
exec chroot --userspec=${USER}:${USER} "$@"`;

/** Why what a container runs cannot be run here without one; undefined where it can. */
export function whyNoContainer(): string | undefined {
  if (process.platform !== 'linux') return 'the image is made on Linux';
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? undefined : 'mounting file systems is not allowed here (it takes root)';
}

/** Whether buildah can build here, which takes none of a daemon's help. */
export function whyNoBuildah(): string | undefined {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is not installed';
  return whyNoContainer();
}

/** The settings of the Containerfile, so that what runs here is what a container runs. */
export function settingsOf(containerfile: string): Record<string, string> {
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(readFileSync(containerfile, 'utf8')) ?? [];
  return Object.fromEntries(
    block.split(/\s*\\\n\s*/).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Runs what a container would, in the unpacked file system; the process becomes the command. */
export function runUnpacked(
  tree: string,
  data: string,
  command: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  mkdirSync(data, { recursive: true });
  chownSync(data, USER, USER);
  return spawn('unshare', ['--mount', 'sh', '-c', RUN, 'sh', tree, data, tree, ...command], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Builds an image without a daemon and gives its whole file system to `use`. */
export async function withBuiltImage(
  context: string,
  scratch: string,
  use: (image: BuiltImage) => Promise<void>,
): Promise<void> {
  const storage = [
    '--storage-driver',
    'vfs',
    '--root',
    join(scratch, 'storage'),
    '--runroot',
    join(scratch, 'run'),
  ];
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  buildah('build', '--isolation', 'chroot', '--format', 'docker', '--tag', 'touchstone', context);
  const container = buildah('from', '--pull-never', 'touchstone');
  try {
    const { Docker } = JSON.parse(buildah('inspect', container));
    await use({ tree: buildah('mount', container), config: Docker.config });
  } finally {
    buildah('rm', container);
  }
}

export interface BuiltImage {
  /** Where its file system is mounted. */
  tree: string;
  // biome-ignore lint/suspicious/noExplicitAny: what docker calls the configuration of an image.
  config: any;
}

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Writes a folder that needs nothing but the system: what the npm package holds, and the Node that runs this. Replaces
 * what is in `folder`.
 *
 * @param root of the repository
 * @param own the folder of the npm package
 */
export function buildArchive(root: string, own: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(own, folder, { recursive: true });
  const bin = join(folder, 'bin');
  copyFileSync(process.execPath, join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  const licence = resolve(dirname(process.execPath), '../LICENSE');
  copyFileSync(licence, join(folder, 'LICENSE-node'));
  for (const file of ['touchstone', 'health.mjs'])
    copyFileSync(join(root, 'packaging/archive', file), join(bin, file));
  chmodSync(join(bin, 'touchstone'), 0o755);
  cpSync(join(root, 'packaging/systemd'), join(folder, 'systemd'), { recursive: true });
}

/** Packs a folder, with files that belong to root and the same bytes for the same files. */
export function packArchive(folder: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  const parent = dirname(folder);
  execFileSync('tar', ['-czf', path, ...same, '-C', parent, folder.slice(parent.length + 1)], {
    stdio: 'inherit',
  });
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/nodes/', import.meta.url));
const WITHIN_MS = 120_000;

/**
 * A Node of another version, from the npm package that holds nothing else; kept for the next time. Or why there is none.
 *
 * @param version exact: `24.21.0`
 */
export function fetchNode(version: string): { path: string } | { skipped: string } {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(KEPT, version);
  const path = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(path)) return { path };
  mkdirSync(folder, { recursive: true });
  try {
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-save', `${name}@${version}`];
    execFileSync('npm', args, { stdio: 'pipe', timeout: WITHIN_MS });
    return { path };
  } catch {
    return { skipped: `npm could not install ${name} ${version}` };
  }
}

/** The machine's own Node where it is older than `major`, or why there is none. */
export function findOlderNode(major: number): { path: string } | { skipped: string } {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'node');
    if (folder.includes('node_modules') || !existsSync(path)) continue;
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
    if (Number(version.slice(1).split('.')[0]) < major) return { path };
    return { skipped: `the Node on PATH is ${version}, not an older one` };
  }
  return { skipped: 'there is no other Node on PATH' };
}

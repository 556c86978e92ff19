import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Nobody has this id on any machine; distributions leave it free. */
export const USER = 65532;

/**
 * Writes the build context of the container image: the Containerfile and `root/`, the whole file system of a container.
 * It has Node with the libraries that it is linked to, Touchstone under /opt/touchstone, and no shell. Replaces what is
 * in `folder`. Linux only.
 *
 * @param root of the repository
 * @param archive the folder of the archive
 */
export async function buildImageContext(root: string, archive: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const system = join(folder, 'root');
  const own = join(system, 'opt/touchstone');
  mkdirSync(own, { recursive: true });
  cpSync(archive, own, { recursive: true });
  rmSync(join(own, 'systemd'), { recursive: true });
  for (const library of librariesOf(join(own, 'bin/node'))) {
    mkdirSync(join(system, dirname(library)), { recursive: true });
    copyFileSync(library, join(system, library));
  }
  for (const name of ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1']) {
    const copyright = join('/usr/share/doc', name, 'copyright');
    if (!existsSync(copyright)) continue;
    mkdirSync(join(system, dirname(copyright)), { recursive: true });
    copyFileSync(copyright, join(system, copyright));
  }
  for (const directory of ['etc', 'tmp', 'data', 'proc', 'dev']) mkdirSync(join(system, directory));
  writeFileSync(join(system, 'etc/passwd'), `touchstone:x:${USER}:${USER}::/data:/none\n`);
  writeFileSync(join(system, 'etc/group'), `touchstone:x:${USER}:\n`);
  writeFileSync(join(system, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  await fillCompileCache(own);
  copyFileSync(join(root, 'packaging/container/Containerfile'), join(folder, 'Containerfile'));
}

/** What the loader of this system gives a program: absolute paths, the loader among them. */
function librariesOf(program: string): string[] {
  const said = execFileSync('ldd', [program], { encoding: 'utf8' });
  const paths = [...said.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path ?? '');
  if (!paths.some((path) => basename(path).startsWith('libc.')))
    throw new Error(`No libraries of ${program} are known:\n${said}`);
  return paths;
}

/**
 * Starts the service once, so that what Node makes of its files is in the image: a read-only container keeps nothing.
 * Paths in it are relative, so it holds where the image puts it.
 */
async function fillCompileCache(own: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-image-'));
  try {
    const child = spawn(join(own, 'bin/touchstone'), ['serve', '--port', '0', '--data-dir', data], {
      env: { NODE_COMPILE_CACHE: join(own, 'cache'), NODE_COMPILE_CACHE_PORTABLE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), ended]);
    child.kill('SIGTERM');
    await ended;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  if (!existsSync(join(own, 'cache'))) throw new Error('The service did not start, so nothing is cached.');
}

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from '../scripts/build-server.ts';
import { noticesOf, writeSbom } from './sbom.ts';

/** What is read while the service runs, and where it lies in the package's `lib/`. */
const CARRIED = {
  'web/dist': 'console',
  ...Object.fromEntries(
    ['support-assistant', 'tasks', 'application'].map((name) => [`examples/${name}`, `examples/${name}`]),
  ),
};

/**
 * Writes the npm package: the bundle with all that it reads, and no dependency. Replaces what is in `folder`.
 *
 * @param root of the repository, with the console built
 */
export async function buildPackage(root: string, folder: string): Promise<void> {
  if (!existsSync(join(root, 'web/dist/index.html')))
    throw new Error('The console is not built; "npm run package" builds it.');
  rmSync(folder, { recursive: true, force: true });
  const lib = join(folder, 'lib');
  await buildServer(lib, {
    entries: { start: join(root, 'packaging/npm/start.mjs') },
    carried: CARRIED,
  });
  for (const [from, to] of Object.entries(CARRIED))
    cpSync(join(root, from), join(lib, to), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  cpSync(join(root, 'packaging/npm/touchstone.mjs'), join(folder, 'bin/touchstone.mjs'));
  cpSync(join(root, 'packaging/npm/README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { name, version, description, license } = manifestOf(join(root, 'server'));
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { touchstone: 'bin/touchstone.mjs' },
    engines: { node: '>=24.2' },
    os: ['linux', 'darwin'],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const sbom = writeSbom(root, version);
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);
  writeFileSync(join(folder, 'NOTICES.txt'), noticesOf(root, sbom));
}

export interface Packed {
  /** The tarball. */
  path: string;
  files: number;
  packedBytes: number;
  unpackedBytes: number;
}

/** Packs a folder as npm would publish it. */
export function pack(folder: string, into: string): Packed {
  const said = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', into, folder],
    {
      encoding: 'utf8',
      maxBuffer: 64e6,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [packed] = Object.values(JSON.parse(said)) as {
    filename: string;
    entryCount: number;
    size: number;
    unpackedSize: number;
  }[];
  if (!packed) throw new Error(`npm packed nothing of ${folder}.`);
  return {
    path: join(into, packed.filename),
    files: packed.entryCount,
    packedBytes: packed.size,
    unpackedBytes: packed.unpackedSize,
  };
}

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

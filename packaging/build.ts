import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildArchive, packArchive } from './archive.ts';
import { buildClientPackage } from './client-package.ts';
import { buildImageContext } from './image.ts';
import { buildPackage, pack } from './npm-package.ts';

// `npm run package [-- FOLDER]` writes everything that is given away into FOLDER (by default ./dist).

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MEGABYTE = 1e6;

const into = resolve(process.argv[2] ?? join(ROOT, 'dist'));
mkdirSync(into, { recursive: true });

const own = join(into, 'touchstone');
await buildPackage(ROOT, own);
reportPacked(pack(own, into));

const client = join(into, 'client');
buildClientPackage(ROOT, client);
reportPacked(pack(client, into));

if (process.platform === 'linux') {
  const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  const archive = join(into, `touchstone-${version}-${process.platform}-${process.arch}`);
  buildArchive(ROOT, own, archive);
  packArchive(archive, `${archive}.tar.gz`);
  console.log(`${archive}.tar.gz: ${megabytes(statSync(`${archive}.tar.gz`).size)}`);
  const image = join(into, 'image');
  await buildImageContext(ROOT, archive, image);
  cpSync(join(ROOT, 'packaging/container/compose.yaml'), join(into, 'compose.yaml'));
  console.log(`${image}: buildah build --format docker --tag touchstone:${version} ${image}`);
} else {
  console.log('The archive and the image are made on Linux only.');
}

function reportPacked({ path, files, packedBytes, unpackedBytes }: ReturnType<typeof pack>): void {
  console.log(`${path}: ${megabytes(packedBytes)}, unpacked ${megabytes(unpackedBytes)}, ${files} files`);
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

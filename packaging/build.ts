import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClientPackage } from './client-package.ts';
import { buildPackage, pack } from './npm-package.ts';

// `npm run package [-- FOLDER]` writes everything that is given away into FOLDER (by default ./dist).

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MEGABYTE = 1e6;

const into = resolve(process.argv[2] ?? join(ROOT, 'dist'));
mkdirSync(into, { recursive: true });
await buildPackage(ROOT, join(into, 'touchstone'));
report(pack(join(into, 'touchstone'), into));
buildClientPackage(ROOT, join(into, 'client'));
report(pack(join(into, 'client'), into));

function report({ path, files, packedBytes, unpackedBytes }: ReturnType<typeof pack>): void {
  const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;
  console.log(`${path}: ${megabytes(packedBytes)}, unpacked ${megabytes(unpackedBytes)}, ${files} files`);
}

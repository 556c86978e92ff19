import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the typed client as an npm package: JavaScript and declarations of `client/src`, and the contract. Replaces what
 * is in `folder`.
 *
 * @param root of the repository, installed
 */
export function buildClientPackage(root: string, folder: string): void {
  const own = join(root, 'client');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    target: 'es2023',
    lib: 'es2023,dom,dom.iterable',
    module: 'nodenext',
    types: '',
    skipLibCheck: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    rootDir: join(own, 'src'),
    outDir: join(folder, 'dist'),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--ignoreConfig', ...args, join(own, 'src/client.ts')], {
    stdio: ['ignore', 2, 2],
  });
  for (const file of readdirSync(join(folder, 'dist'))) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(folder, 'dist', file);
    // The compiler leaves the names of the sources in declarations, where compilers before 5.7 refuse them.
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/(from '|import\(")(\.[^'"]*)\.ts(['"])/g, '$1$2.js$3'),
    );
  }
  for (const file of ['README.md', 'openapi.json']) cpSync(join(own, file), join(folder, file));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { name, version, license, dependencies } = JSON.parse(
    readFileSync(join(own, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description: 'A typed client of the HTTP API of Touchstone.',
    license,
    type: 'module',
    exports: {
      '.': { types: './dist/client.d.ts', default: './dist/client.js' },
      './openapi.json': './openapi.json',
    },
    engines: { node: '>=20' },
    dependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

import { readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

// Builds the command line and the service as a few files of JavaScript, which start in half the processor time of their
// sources and hold a sixth less memory (`bench/start.ts`): node scripts/build-server.ts writes server/dist/bundle.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CLI = join(ROOT, 'server/src/cli/cli.ts');

/** Where bundles may lie: beside `server/src`, so that they find the installed packages as the sources do. */
export const BUNDLES = join(ROOT, 'server/dist');

/** Packages that read files beside their own; the parsers are given theirs by name (`parser-process.ts`). */
const NOT_BUNDLED = [
  '@fastify/static',
  '@fastify/swagger-ui',
  'chardet',
  'defuddle',
  'eld',
  'html-encoding-sniffer',
  'linkedom',
  'modern-tar',
  'pdfjs-dist',
  'unpdf',
];

/**
 * Replaces what is in `folder`. Resolves to the path of what is run instead of `server/src/cli/cli.ts`.
 *
 * @param folder below `BUNDLES`
 */
export async function buildServer(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { cli: CLI },
    platform: 'node',
    cwd: ROOT,
    external: NOT_BUNDLED.map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [filesBesideModules(folder)],
  });
  try {
    await bundle.write({
      dir: folder,
      format: 'esm',
      // Names stay: they are in what errors say.
      minify: { compress: false, mangle: false, codegen: true },
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      assetFileNames: '[name][extname]',
    });
  } finally {
    await bundle.close();
  }
  return join(folder, 'cli.mjs');
}

/**
 * `new URL('./search-thread.ts', import.meta.url)` names a file beside the source. A thread or process becomes an entry
 * of the bundle, another file is copied into it, and a folder is found from where the bundle lies.
 */
function filesBesideModules(folder: string): Plugin {
  return {
    name: 'files-beside-modules',
    transform(code, id) {
      if (!id.startsWith(join(ROOT, 'server/src/'))) return null;
      const found = code.replace(/new URL\('(\.{1,2}\/[^']*)', import\.meta\.url\)/g, (_, path: string) => {
        const file = resolve(dirname(id), path);
        if (path.endsWith('.ts')) {
          // In a folder of their own: what parses is let into the folder above it, and no further.
          const fileName = `entries/${basename(file, '.ts')}.mjs`;
          const ref = this.emitFile({ type: 'chunk', id: file, fileName });
          return `new URL(import.meta.ROLLUP_FILE_URL_${ref})`;
        }
        if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
          const ref = this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file) });
          return `new URL(import.meta.ROLLUP_FILE_URL_${ref})`;
        }
        return `new URL('${relative(folder, file)}${path.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      return found === code ? null : { code: found };
    },
  };
}

if (import.meta.main) await buildServer(join(BUNDLES, 'bundle'));

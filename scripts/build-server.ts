import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';

// Builds the command line and the service as a few JavaScript files without dependencies. They start in half the
// processor time of their sources and use a sixth less memory (`bench/start.ts`): node scripts/build-server.ts writes
// server/dist/bundle.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CLI = join(ROOT, 'server/src/app/cli/cli.ts');

/** A folder for bundles from which the console and the examples of the repository are found. */
export const BUNDLES = join(ROOT, 'server/dist');

/** Optional packages of dependencies, which are not included here. */
const OMITTED_PACKAGES = ['canvas', 'livekit-client', 'pg-native'];

interface Given {
  /** Further entry files, by their names in the bundle. */
  entries?: Readonly<Record<string, string>>;
  /**
   * The location of folders of the repository beside the bundle, by their path in the repository; default: they stay
   * where they are.
   */
  carried?: Readonly<Record<string, string>>;
}

/**
 * Replaces the contents of `folder`. Resolves to the path of the file that replaces `server/src/app/cli/cli.ts`. Throws
 * if the bundle would import a package, or a file that is not in it.
 *
 * @param folder below `BUNDLES`, or anywhere with `carried`
 */
export async function buildServer(
  folder: string,
  { entries = {}, carried = {} }: Given = {},
): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { cli: CLI, ...entries },
    platform: 'node',
    cwd: ROOT,
    external: OMITTED_PACKAGES,
    plugins: [filesBesideModules(folder, carried), filesOfPackages()],
  });
  try {
    const written = await bundle.write({
      dir: folder,
      format: 'esm',
      // Names are kept, because errors contain them.
      minify: { compress: false, mangle: false, codegen: true },
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      assetFileNames: '[name][extname]',
    });
    refuseAsking(written);
  } finally {
    await bundle.close();
  }
  return join(folder, 'cli.mjs');
}

/**
 * `new URL('./search-thread.ts', import.meta.url)` names a file beside the source. A thread or process becomes an entry
 * of the bundle, another file is copied into it, and a folder is carried along or found relative to the bundle.
 */
function filesBesideModules(folder: string, carried: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'files-beside-modules',
    transform(code, id) {
      if (!id.startsWith(join(ROOT, 'server/src/'))) return null;
      const found = code.replace(/new URL\('(\.{1,2}\/[^']*)', import\.meta\.url\)/g, (_, path: string) => {
        const file = resolve(dirname(id), path);
        if (path.endsWith('.ts')) {
          // In a separate folder: parsing processes may read only the folder above it.
          const fileName = `entries/${basename(file, '.ts')}.mjs`;
          const ref = this.emitFile({ type: 'chunk', id: file, fileName });
          return `new URL(import.meta.ROLLUP_FILE_URL_${ref})`;
        }
        if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
          const ref = this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file) });
          return `new URL(import.meta.ROLLUP_FILE_URL_${ref})`;
        }
        const place = carried[relative(ROOT, file)];
        return `new URL('${place ?? relative(folder, file)}${path.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      return found === code ? null : { code: found };
    },
  };
}

const FOLDER_OF = 'folder-of:';

/** Folders of packages that are read at run time are copied into the bundle. */
function filesOfPackages(): Plugin {
  return {
    name: 'files-of-packages',
    transform(code, id) {
      const found = id.startsWith(join(ROOT, 'server/src/'))
        ? code.replace(
            /new URL\('([\w-]+\/)', import\.meta\.resolve\('([^']+)\/package\.json'\)\)/g,
            (_, path: string, name: string) =>
              `new URL('file://' + (await import('${FOLDER_OF}${name}/${path}')).default)`,
          )
        : code.replace(
            /path\.join\(__dirname, (?:'\.\.', )?'(?:\.\/)?static(\/[\w.]+)?'\)/g,
            (_, file = '') =>
              `path.join(require('${FOLDER_OF}${packageOf(id)}/static/').default, '.${file}')`,
          );
      return found === code ? null : { code: found };
    },
    resolveId: (name) => (name.startsWith(FOLDER_OF) ? `\0${name}` : null),
    load(id) {
      if (!id.startsWith(`\0${FOLDER_OF}`)) return null;
      const path = id.slice(FOLDER_OF.length + 1);
      const from = join(ROOT, 'node_modules', path);
      const [first] = readdirSync(from).map((file) =>
        this.emitFile({
          type: 'asset',
          fileName: `files/${path}${file}`,
          source: readFileSync(join(from, file)),
        }),
      );
      const urls = "import { fileURLToPath } from 'node:url';";
      return `${urls} export default fileURLToPath(new URL('.', import.meta.ROLLUP_FILE_URL_${first}));`;
    },
  };
}

/** The package in a path, such as `@fastify/swagger-ui`. */
function packageOf(path: string): string {
  const [scope = '', name] = path
    .slice(path.lastIndexOf('/node_modules/') + '/node_modules/'.length)
    .split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Throws if a file of the bundle imports one that is not in it. */
function refuseAsking({ output }: RolldownOutput): void {
  const own = new Set(output.map(({ fileName }) => fileName));
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue;
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      if (own.has(name) || isBuiltin(name) || OMITTED_PACKAGES.includes(name)) continue;
      throw new Error(`${chunk.fileName} of the bundle imports ${name}, which is not in it.`);
    }
  }
}

if (import.meta.main) await buildServer(join(BUNDLES, 'bundle'));

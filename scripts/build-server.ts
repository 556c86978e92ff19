import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';

// Builds the command line and the service as a few files of JavaScript that need no package beside them. They start in
// half the processor time of their sources and hold a sixth less memory (`bench/start.ts`): node scripts/build-server.ts
// writes server/dist/bundle.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CLI = join(ROOT, 'server/src/app/cli/cli.ts');

/** Where bundles may lie that find the console and the examples where the repository has them. */
export const BUNDLES = join(ROOT, 'server/dist');

/** Packages that others import where they are installed; here they are not. */
const OMITTED_PACKAGES = ['canvas', 'livekit-client', 'pg-native'];

interface Given {
  /** Further files to be run, by the name they get. */
  entries?: Readonly<Record<string, string>>;
  /** Where folders of the repository lie beside the bundle, by their path in it; without it they stay where they are. */
  carried?: Readonly<Record<string, string>>;
}

/**
 * Replaces what is in `folder`. Resolves to the path of what is run instead of `server/src/app/cli/cli.ts`. Throws where the
 * bundle would ask for a package, or for a file that is not in it.
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
      // Names stay: they are in what errors say.
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
 * of the bundle, another file is copied into it, and a folder is carried, or found from where the bundle lies.
 */
function filesBesideModules(folder: string, carried: Readonly<Record<string, string>>): Plugin {
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
        const place = carried[relative(ROOT, file)];
        return `new URL('${place ?? relative(folder, file)}${path.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
      return found === code ? null : { code: found };
    },
  };
}

const FOLDER_OF = 'folder-of:';

/** Folders that are read while the service runs, of the packages that have them, are copied into the bundle. */
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

/** `@fastify/swagger-ui` of a path in it. */
function packageOf(path: string): string {
  const [scope = '', name] = path
    .slice(path.lastIndexOf('/node_modules/') + '/node_modules/'.length)
    .split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Throws where a file of the bundle imports what is not in it. */
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

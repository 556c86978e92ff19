import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Maximum files of a group: few enough that no group takes much longer than the others, many enough that most files
 * find the service's modules loaded and need no separate process.
 */
const MAX_FILES = 36;
/**
 * The same for the slow suite, whose files take minutes each, so that loading the service costs little in comparison.
 */
export const MAX_SLOW_FILES = 8;

/** Test files of one feature, run one after another in one process. */
export interface TestGroup {
  /** The name of the feature; several groups can have the same name. */
  readonly name: string;
  readonly files: readonly string[];
}

/** Smaller groups for features whose files take several times as long; slow files are alone. */
const FEWER_FILES: Readonly<Record<string, number>> = { 'server/test/console': 5, 'server/test/slow': 1 };

/**
 * Features with fewer files than this share groups, because loading the service costs more than most of their files.
 */
const FEW_FILES = 12;
const SMALL = 'small features';

/**
 * Groups the files of a feature (`server/src/knowledge/search`, `server/test`), up to `most` per group, and those of
 * features with few files. Features with long files come first, then those with most files, then small ones, so that
 * the longest groups do not start last.
 *
 * @param files paths from the repository's root
 * @param most the maximum number of files in a group
 */
export function groupTests(files: readonly string[], most = MAX_FILES): TestGroup[] {
  const features = Map.groupBy(files.toSorted(), featureOf);
  const grouped = Map.groupBy(features, ([feature, all]) =>
    all.length < FEW_FILES && !(feature in FEWER_FILES) ? SMALL : feature,
  );
  return [...grouped]
    .map(([name, some]) => [name, some.flatMap(([, all]) => all)] as const)
    .toSorted(
      ([a, some], [b, others]) =>
        Number(b in FEWER_FILES) - Number(a in FEWER_FILES) ||
        Number(a === SMALL) - Number(b === SMALL) ||
        others.length - some.length,
    )
    .flatMap(([feature, all]) => {
      const groups = Math.ceil(all.length / (FEWER_FILES[feature] ?? most));
      // Every third file and not three in a row, because adjacent files tend to take similar times.
      return Array.from({ length: groups }, (_, at) => ({
        name: feature.replaceAll(/[/ ]/g, '-'),
        files: all.filter((_, i) => i % groups === at),
      }));
    });
}

function featureOf(file: string): string {
  // In the server a feature is a folder inside a wing.
  const depth = file.startsWith('server/src/') ? 4 : 3;
  return dirname(file).split('/').slice(0, depth).join('/');
}

/**
 * Writes a module for each group that imports its files, each in a suite of its name, so that the hooks of a file apply
 * only to it, and that ends if a test hangs. Returns the modules' paths, numbered because Node runs them in the order
 * of their names.
 *
 * @param folder an empty folder
 * @param limits those of `watchTests`, in milliseconds
 */
export function writeGroups(
  groups: readonly TestGroup[],
  folder: string,
  ...limits: [oneTest: number, grace?: number]
): string[] {
  return groups.map(({ name, files }, i) => {
    const path = join(folder, `${String(i).padStart(3, '0')}-${name}.mjs`);
    const suites = files.map(
      (file) => `describe(${JSON.stringify(file)}, () => load(${JSON.stringify(resolve(file))}));\n`,
    );
    const watch = new URL('./test-watch.mjs', import.meta.url).href;
    const hook = new URL('./promise-hook.mjs', import.meta.url).href;
    writeFileSync(
      path,
      `import { createRequire } from 'node:module';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stopFollowingPromises } from ${JSON.stringify(hook)};
import { watchTests } from ${JSON.stringify(watch)};

const require = createRequire(import.meta.url);
let loading = ${files.length};
// Required, since each import goes through all modules once more, and the runner follows its promises.
function load(path) {
  try {
    require(path);
    loaded();
  } catch (error) {
    if (error?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return import(pathToFileURL(path).href).then(loaded);
  }
}
function loaded() {
  if (--loading === 0) stopFollowingPromises();
}
watchTests(${limits.join()});
${suites.join('')}`,
    );
    return path;
  });
}

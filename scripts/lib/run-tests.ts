import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ending, runChild } from './child-process.mjs';
import { groupTests, type TestGroup, writeGroups } from './test-groups.ts';

/** More failures than this are not explained by a busy machine. */
const MAX_RUN_AGAIN = 5;

const PROMISE_HOOK = new URL('./promise-hook.mjs', import.meta.url).href;
const REPORTER = fileURLToPath(new URL('./failed-files.mjs', import.meta.url));

/** Settings for running test files. */
export interface TestSettings {
  /** An empty folder for the modules and lists of a run. */
  readonly folder: string;
  /** Further options for Node's test runner. */
  readonly options: readonly string[];
  /** Maximum number of files in a group; default: that of quick tests. */
  readonly filesTogether?: number;
  /** Number of groups that run at once. */
  readonly atOnce: number;
  /** Limits of `watchTests`, in milliseconds. */
  readonly limits: readonly [oneTest: number, grace?: number];
  readonly env: NodeJS.ProcessEnv;
  /** Files that are not run a second time after a failure. */
  readonly onlyOnce?: RegExp;
}

/**
 * Runs test files in groups, and then those with failures once more, one after another, because the machine may have
 * been busy with the others. Files that then pass are named at the end and do not fail the run. It fails if more than
 * five groups failed, one fails again, or one of `onlyOnce` failed.
 */
export async function runTests(files: readonly string[], settings: TestSettings): Promise<Ending> {
  const first = await runGroups(groupTests(files, settings.filesTogether), settings);
  const names = first.failed.flatMap(({ files }) => files);
  const isFew = first.failed.length > 0 && first.failed.length <= MAX_RUN_AGAIN;
  if (
    first.ending.isStopped ||
    first.ending.code !== 1 ||
    !isFew ||
    names.some((name) => settings.onlyOnce?.test(name))
  )
    return first.ending;

  console.error(`\nFailed beside others, and run once more alone: ${names.join(', ')}\n`);
  const alone = await runGroups(
    names.map((file) => ({ name: 'alone', files: [file] })),
    { ...settings, atOnce: 1 },
  );
  if (alone.ending.code === 0)
    console.error(
      `*** Failed once and passed alone, which a busy machine may explain: ${names.join(', ')} ***`,
    );
  return alone.ending;
}

/** The failed groups: each reduced to the failed file if known, otherwise unchanged. */
async function runGroups(
  groups: readonly TestGroup[],
  { folder, options, atOnce, limits, env }: TestSettings,
): Promise<{ ending: Ending; failed: TestGroup[] }> {
  const place = mkdtempSync(join(folder, 'run-'));
  const list = join(place, 'failed');
  const modules = writeGroups(groups, place, ...limits);
  const ending = await runChild(
    process.execPath,
    [
      '--test',
      `--import=${PROMISE_HOOK}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${list}`,
      `--test-concurrency=${atOnce}`,
      `--test-timeout=${limits[0]}`,
      ...options,
      ...modules,
    ],
    { env },
  );
  const names = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
  const failed = new Set(names).values().map((name): TestGroup => {
    const at = modules.findIndex((path) => basename(path) === basename(name));
    return groups[at] ?? { name, files: [name] };
  });
  return { ending, failed: [...failed] };
}

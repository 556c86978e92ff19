import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../terminal/arguments.ts';
import { unreadableFile } from '../terminal/read-file.ts';

/** The files of one run, and its label. */
export interface RunFiles {
  readonly label: string | null;
  readonly files: readonly string[];
}

/** Results of lm-evaluation-harness; the files of one run share the time in their names. */
const RESULTS = /^results_(.+)\.json$/;
const SAMPLES = /^samples_.+_(\d{4}-\d\d-\d\dT[^_]+)\.jsonl$/;

/**
 * The files of a run named on the command line: a file, `LABEL=FILE`, or a folder of lm-evaluation-harness. For
 * results of lm-evaluation-harness, the sample files of the same run are included. Throws `UsageError`.
 */
export async function filesOf(named: string): Promise<RunFiles> {
  const own = await kindOf(named);
  if (own === undefined) {
    const at = named.indexOf('=');
    if (at <= 0) throw new UsageError(unreadableFile(named, 'ENOENT'));
    const { files } = await filesOf(named.slice(at + 1));
    return { label: named.slice(0, at), files };
  }
  if (own === 'folder') return { label: null, files: await resultsIn(named) };
  return { label: null, files: await withSiblings(named) };
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(unreadableFile(path, code));
  }
}

async function withSiblings(file: string): Promise<string[]> {
  const moment = RESULTS.exec(basename(file))?.[1] ?? SAMPLES.exec(basename(file))?.[1];
  if (moment === undefined) return [file];
  const isResults = RESULTS.test(basename(file));
  const siblings = (await readdir(dirname(file))).filter((name) =>
    isResults ? SAMPLES.exec(name)?.[1] === moment : RESULTS.exec(name)?.[1] === moment,
  );
  return [file, ...siblings.sort().map((name) => join(dirname(file), name))];
}

/** Throws `UsageError` unless the folder or its subfolders contain the results of exactly one run. */
async function resultsIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true });
  const results = all.filter((path) => RESULTS.test(basename(path))).sort();
  const [only, ...more] = results;
  if (only === undefined)
    throw new UsageError(
      `${folder} holds no results_….json of lm-evaluation-harness. Name the files of the run, such as a log of Inspect.`,
    );
  if (more.length > 0)
    throw new UsageError(
      `${folder} holds the results of ${results.length} runs. Name one of them: ${results.map((path) => join(folder, path)).join(', ')}.`,
    );
  return withSiblings(join(folder, only));
}

/** The files as a form for the service: files of one run have the same field name. */
export async function formOf(runs: readonly RunFiles[]): Promise<FormData> {
  const form = new FormData();
  for (const [i, { label, files }] of runs.entries()) {
    for (const file of files) {
      const blob = await openAsBlob(file).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(unreadableFile(file, error.code));
      });
      form.append(label ?? `run-${i + 1}`, blob, basename(file));
    }
  }
  return form;
}

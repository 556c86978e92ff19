import { constants, createWriteStream, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { answer, type Client, type Paths, type Schemas } from '@touchstone/client';
import { UsageError } from '../../terminal/arguments.ts';
import { explainClientError } from '../../terminal/explain-client-error.ts';
import { EXIT_CODES } from './gate.ts';

interface Export {
  readonly file: string;
}

/**
 * Called before anything is paid for. Throws `UsageError` for the first file of --export that cannot be written, or
 * that the run reads.
 */
export async function requireWritable(exports: readonly Export[], read: readonly string[]): Promise<void> {
  const inputs = await Promise.all(read.map(findPath));
  for (const { file } of exports) {
    const own = await findPath(file).catch(() => undefined);
    if (own && inputs.some((input) => own.ino === input?.ino && own.dev === input.dev))
      throw new UsageError(
        `--export ${file} would overwrite a file that this run reads. No request was sent. Choose another file.`,
      );
    const why = await describeObstacle(file).catch(codeOf);
    if (why === null) continue;
    throw new UsageError(
      `--export ${file} cannot be written: ${why}. No request was sent. Choose a file in an existing, writable folder.`,
    );
  }
}

async function describeObstacle(file: string): Promise<string | null> {
  const folder = dirname(file);
  const [own, above] = [await findPath(file), await findPath(folder)];
  if (above?.isDirectory() !== true) return `there is no folder ${folder}`;
  if (own?.isDirectory() === true) return 'it is a folder';
  const place = own === undefined ? folder : file;
  return access(place, constants.W_OK).then(
    () => null,
    (error) => `${place} is not writable (${codeOf(error)})`,
  );
}

/** The state of a path; undefined if it does not exist. */
async function findPath(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/**
 * Writes each file, and reports failures after the result. Resolves to the exit code: that of the verdict, except
 * that a pass without one of its files is an error. Throws if `signal` has aborted.
 */
export async function writeExports<T extends Export>(
  exports: readonly T[],
  write: (one: T) => Promise<void>,
  { exitCode, signal }: { exitCode: number; signal: AbortSignal },
): Promise<number> {
  let code = exitCode;
  for (const one of exports) {
    try {
      await write(one);
    } catch (error) {
      if (signal.aborted) throw error;
      if (code === EXIT_CODES.pass) code = EXIT_CODES.error;
      process.stderr.write(
        `--export ${one.file} was not written: ${explain(error)}. The result above is still valid; the exit code is ${code}.\n`,
      );
    }
  }
  return code;
}

function explain(error: unknown): string {
  const isOfFile = error instanceof Error && 'syscall' in error;
  return (isOfFile ? error.message : explainClientError(error)).replace(/\.$/, '');
}

type ExportQuery = NonNullable<
  Paths['/workspaces/{workspace_id}/evaluations/{evaluation_id}/export']['get']['parameters']['query']
>;

interface ExportFile {
  file: string;
  query: ExportQuery;
}

/**
 * Streams the file to the disk, however large. A log of Inspect contains one target and benchmark, so several are
 * written to separate files.
 */
export async function writeExport(
  client: Client,
  evaluation: Schemas['Evaluation'],
  one: ExportFile,
): Promise<void> {
  const files = one.query.format === 'inspect' ? await inspectFiles(client, one, evaluation) : [one];
  for (const each of files) await writeFile(client, evaluation, each);
}

/** `run.eval`; with several targets or benchmarks, `run-large.eval` or `run-large-arithmetic.eval`. */
async function inspectFiles(
  client: Client,
  { file, query }: ExportFile,
  { id: evaluation_id, workspace_id, results }: Schemas['Evaluation'],
): Promise<ExportFile[]> {
  const { benchmarks } = await answer(
    client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/manifest', {
      params: { path: { workspace_id, evaluation_id } },
    }),
  );
  // A criterion has no items or responses of its own, because it grades those of another benchmark.
  const asked = benchmarks.flatMap(({ benchmark, items_sha256 }) =>
    items_sha256 === null ? [] : [benchmark],
  );
  const all = (results?.coverage ?? []).filter(({ benchmark }) => asked.includes(benchmark));
  const several = (names: readonly string[]) => new Set(names).size > 1;
  const manyTargets = several(all.map(({ target_label }) => target_label));
  const manyBenchmarks = several(all.map(({ benchmark }) => benchmark));
  const name = file.replace(/\.eval$/i, '');
  const taken = new Set<string>();
  return all.map(({ target_label, benchmark }) => {
    const parts = [...(manyTargets ? [target_label] : []), ...(manyBenchmarks ? [benchmark] : [])];
    const suffix = parts.map((part) => `-${part.replace(/[^\p{L}\p{N}.]+/gu, '-')}`).join('');
    const path = freePath(`${name}${suffix}`, taken);
    return { file: path, query: { ...query, target: target_label, benchmark } };
  });
}

/** Adds a number if labels differ only in case, or in characters that file names cannot have. */
function freePath(name: string, taken: Set<string>): string {
  let path = `${name}.eval`;
  for (let number = 2; taken.has(path.toLowerCase()); number++) path = `${name}-${number}.eval`;
  taken.add(path.toLowerCase());
  return path;
}

async function writeFile(
  client: Client,
  { id, workspace_id }: Schemas['Evaluation'],
  { file, query }: ExportFile,
): Promise<void> {
  const params = { path: { workspace_id, evaluation_id: id }, query };
  const { response } = await client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/export', {
    params,
    parseAs: 'stream',
  });
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file));
}

import { openTable, UnreadableTable } from '../../knowledge/reading/tables/tables.ts';
import { type ExperimentRow, isExperimentRow, readExperiment } from './formats/experiment.ts';
import { isInspectLog, readInspectArchive, readInspectLog } from './formats/inspect.ts';
import { isLmEvalResults, isLmEvalSample, readLmEval } from './formats/lm-eval.ts';
import { isOpenaiEvalsSpec, readOpenaiEvals } from './formats/openai-evals.ts';
import {
  isPromptfooResult,
  isPromptfooResults,
  readPromptfoo,
  readPromptfooLines,
} from './formats/promptfoo.ts';
import {
  createMemoryLimit,
  type ImportedRun,
  type MemoryLimit,
  type SentFile,
  UnreadableRun,
} from './imported-run.ts';
import { type Fields, fieldsOf, parseToolJson } from './read-values.ts';

const ZIP = 0x04034b50;
/** A document is parsed at once, which takes several times its size in memory. */
const MOST_DOCUMENT_BYTES = 128 * 1024 ** 2;
const MOST_LINE_BYTES = 64 * 1024 ** 2;

/** The format of a file, and what its reader needs. */
type Recognised =
  | { kind: 'archive' }
  | { kind: 'inspect' | 'promptfoo' | 'lm-eval-results'; document: Fields }
  | { kind: 'lm-eval-samples' | 'openai-evals' | 'promptfoo-lines' }
  | { kind: 'experiment'; rows: () => Iterable<ExperimentRow> | AsyncIterable<ExperimentRow> };

/**
 * Reads the runs in files of another tool that belong together, such as an Inspect log, results of promptfoo, or
 * results and samples of lm-evaluation-harness. The format is recognised by content, not by name.
 *
 * @throws UnreadableRun
 */
export async function readRuns(
  files: readonly SentFile[],
  keeping = createMemoryLimit(),
): Promise<ImportedRun[]> {
  const known = await Promise.all(
    files.map(async (file) => ({ file, is: await naming(file, () => recognise(file)) })),
  );
  const results = known.flatMap(({ file, is }) =>
    is.kind === 'lm-eval-results' ? [{ file, document: is.document }] : [],
  );
  const samples = known.flatMap(({ file, is }) =>
    is.kind === 'lm-eval-samples' ? [{ file, lines: () => linesOf(file) }] : [],
  );
  const runs: ImportedRun[] = [];
  if (results.length + samples.length > 0) {
    if (results.length > 1)
      throw new UnreadableRun(
        `${results.map(({ file }) => file.name).join(' and ')} are results of several runs: give each run a label of its own.`,
      );
    runs.push(readLmEval(results[0] ?? null, samples, keeping));
  }
  for (const { file, is } of known) runs.push(...(await naming(file, () => readOne(file, is, keeping))));
  return runs;
}

async function readOne(file: SentFile, is: Recognised, keeping: MemoryLimit): Promise<ImportedRun[]> {
  switch (is.kind) {
    case 'archive':
      return [await readInspectArchive(file, keeping)];
    case 'inspect':
      return [readInspectLog(is.document, file, keeping)];
    case 'promptfoo':
      return readPromptfoo(is.document, file, keeping);
    case 'promptfoo-lines':
      return readPromptfooLines(file, linesOf(file), keeping);
    case 'openai-evals':
      return [readOpenaiEvals(file, linesOf(file), keeping)];
    case 'experiment': {
      const rows: ExperimentRow[] = [];
      for await (const row of is.rows()) rows.push(row);
      return [readExperiment(file, rows, keeping)];
    }
    case 'lm-eval-results':
    case 'lm-eval-samples':
      return [];
  }
}

/** Prefixes errors about a file with its name. */
async function naming<T>(file: SentFile, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isUnreadable = error instanceof UnreadableRun || error instanceof UnreadableTable;
    if (isUnreadable && !error.message.startsWith(file.name))
      throw new UnreadableRun(`${file.name}: ${error.message}`);
    throw error;
  }
}

async function recognise(file: SentFile): Promise<Recognised> {
  const { bytes } = file;
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length === 0) throw new UnreadableRun('The file is empty.');
  if (data.length >= 4 && data.readUInt32LE(0) === ZIP) return { kind: 'archive' };
  if (hasSecondLine(file)) {
    const [first] = linesOf(file);
    const line = parsedOrUndefined(first?.line ?? '');
    if (isLmEvalSample(line)) return { kind: 'lm-eval-samples' };
    if (isOpenaiEvalsSpec(line)) return { kind: 'openai-evals' };
    if (isPromptfooResult(line)) return { kind: 'promptfoo-lines' };
    if (isExperimentRow(line)) return { kind: 'experiment', rows: () => lineRows(file) };
  }
  return /^[[{]/.test(data.toString('utf8', 0, 64).replace(/^\uFEFF?\s*/, ''))
    ? recogniseDocument(file, data)
    : recogniseTable(file);
}

const WANTED =
  'The format is not supported. Send a log of Inspect (.eval or JSON), samples_….jsonl with results_….json of lm-evaluation-harness, results of promptfoo (JSON), a log of OpenAI Evals (JSONL), or an experiment of Braintrust or Langfuse (JSON, JSONL, CSV).';

function recogniseDocument(file: SentFile, data: Buffer): Recognised {
  if (data.length > MOST_DOCUMENT_BYTES)
    throw new UnreadableRun(
      `It is one JSON document of ${Math.round(data.length / 1024 ** 2)} MB; the maximum is ${MOST_DOCUMENT_BYTES / 1024 ** 2} MB. Use a format with one part or line per sample (.eval, JSONL).`,
    );
  const document = parseToolJson(data.toString('utf8').replace(/^\uFEFF/, ''), 'It');
  if (isInspectLog(document)) return { kind: 'inspect', document };
  if (isPromptfooResults(document)) return { kind: 'promptfoo', document };
  if (isLmEvalResults(document)) return { kind: 'lm-eval-results', document };
  if (isLmEvalSample(document)) return { kind: 'lm-eval-samples' };
  const rows = rowsOf(document);
  if (rows?.some(isExperimentRow))
    return {
      kind: 'experiment',
      rows: () => rows.map((row, i) => ({ fields: fieldsOf(row), where: `${file.name}, row ${i + 1}` })),
    };
  throw new UnreadableRun(WANTED);
}

/** A list of rows, at the top or below a name that exports and API responses use. */
function rowsOf(document: unknown): unknown[] | null {
  const { events, data, rows, items } = fieldsOf(document);
  return [document, events, data, rows, items].find(Array.isArray) ?? null;
}

async function recogniseTable(file: SentFile): Promise<Recognised> {
  try {
    const table = await openTable(file.bytes);
    for await (const first of table.rows()) {
      if (!('fields' in first) || !isExperimentRow(first.fields)) break;
      return {
        kind: 'experiment',
        async *rows() {
          for await (const row of table.rows()) {
            const where = `${file.name}, row ${row.line}`;
            if (!('fields' in row)) throw new UnreadableRun(`${where}: ${row.problem}`);
            yield { fields: row.fields, where };
          }
        },
      };
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
  }
  throw new UnreadableRun(WANTED);
}

function* lineRows(file: SentFile): Generator<ExperimentRow> {
  for (const { line, at } of linesOf(file)) {
    const where = `${file.name}, line ${at}`;
    yield { fields: fieldsOf(parseToolJson(line, where)), where };
  }
}

function parsedOrUndefined(line: string): unknown {
  try {
    return parseToolJson(line, 'The line');
  } catch {
    return undefined;
  }
}

function hasSecondLine(file: SentFile): boolean {
  let lines = 0;
  for (const _ of linesOf(file)) if (++lines === 2) return true;
  return false;
}

const LINE_BREAK = 0x0a;

/** The nonempty lines, with their numbers from 1. */
function* linesOf({ name, bytes }: SentFile): Generator<{ line: string; at: number }> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  for (let at = 1; from < data.length; at++) {
    const found = data.indexOf(LINE_BREAK, from);
    const to = found === -1 ? data.length : found;
    if (to - from > MOST_LINE_BYTES) {
      if (at === 1) return;
      throw new UnreadableRun(`${name}, line ${at} is longer than ${MOST_LINE_BYTES / 1024 ** 2} MB.`);
    }
    const line = data
      .toString('utf8', from, to)
      .replace(/^\uFEFF/, '')
      .trim();
    if (line !== '') yield { line, at };
    from = to + 1;
  }
}

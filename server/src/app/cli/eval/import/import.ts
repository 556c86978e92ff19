import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { command, UsageError } from '../../terminal/arguments.ts';
import { explainClientError } from '../../terminal/explain-client-error.ts';
import { plainLine, plainText } from '../../terminal/plain-text.ts';
import type { Imported } from './imported.ts';

const FLAGS = {
  out: { type: 'string' },
  name: { type: 'string' },
  grader: { type: 'string' },
  embeddings: { type: 'string' },
  judge: { type: 'string' },
  root: { type: 'string' },
  force: { type: 'boolean' },
} as const;

const HELP = `touchstone eval import promptfoo <file> | openai-evals <file.jsonl>: write an evaluation file and its data

Features without an equivalent are listed and skipped. See docs/how-to/ci.md for the conversions.

  --out FOLDER          Where evaluation.yaml and the datasets are written (default: the current folder)
  --name NAME           The evaluation's name; default: the file's name
  --grader NAME         For openai-evals: the grader; by default it depends on the expected answers
  --embeddings MODEL    For promptfoo: provider/model that decides what is similar
  --judge MODEL         For promptfoo: provider/model that grades by rubrics where the file names none
  --root FOLDER         For promptfoo: files are read only in this folder (default: that of <file>)
  --force               Overwrite files that exist
  --help                This text

Exit codes: 0 written, 3 error or nothing converted
`;

/** The exit code of an error, the same as that of `eval run`, whose 1 and 2 are verdicts. */
const ERROR = 3;

/** Resolves to the exit code. */
export async function runImport(args: string[]): Promise<number> {
  try {
    return await convertFile(args);
  } catch (error) {
    process.stderr.write(`${plainText(explainClientError(error))}\n`);
    return ERROR;
  }
}

const convertFile = command('eval import', FLAGS, HELP, async ({ values, positionals }) => {
  const [kind, file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new UsageError('touchstone eval import needs promptfoo or openai-evals, and one file; see --help.');
  }
  const imported = await convert(kind, file, values);
  const folder = values.out ?? '.';
  await write(imported, folder, values.force === true).catch((error) => {
    throw isOfFiles(error) ? new UsageError(whyNotWritten(folder, error)) : error;
  });
  return 0;
});

const isOfFiles = ({ code, syscall }: NodeJS.ErrnoException) => code !== undefined && syscall !== undefined;

const whyNotWritten = (folder: string, { path, code, syscall }: NodeJS.ErrnoException) =>
  `${path ?? folder} cannot be written (${code}, ${syscall}). Name another folder with --out.`;

type Given = {
  name?: string | undefined;
  grader?: string | undefined;
  embeddings?: string | undefined;
  judge?: string | undefined;
  root?: string | undefined;
};

async function convert(
  kind: string | undefined,
  file: string,
  { name, grader, embeddings, judge, root }: Given,
): Promise<Imported> {
  if (kind === 'promptfoo')
    return (await import('./promptfoo/promptfoo.ts')).importPromptfoo(file, {
      name,
      embeddings,
      judge,
      root,
    });
  if (kind === 'openai-evals') {
    return (await import('./openai-evals.ts')).importOpenaiEvals(file, { name, grader });
  }
  throw new UsageError(`"${kind}" cannot be imported; supported: promptfoo, openai-evals.`);
}

async function write(
  { definition, datasets, notices }: Imported,
  folder: string,
  force: boolean,
): Promise<void> {
  const listed = notices.map((line) => `  ${plainLine(line)}`).join('\n');
  if (datasets.every(({ rows }) => rows.length === 0)) {
    throw new Error(`Nothing could be converted:\n${listed}`);
  }
  await mkdir(folder, { recursive: true });
  for (const { file, rows } of datasets) {
    await put(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''), force);
    say(`${join(folder, file)}: ${rows.length} rows`);
  }
  const path = join(folder, 'evaluation.yaml');
  await put(path, stringify(definition), force);
  say(`${path}: ${definition.stacks?.length ?? 0} stacks, ${definition.benchmarks.length} benchmarks`);
  if (notices.length > 0) say(`Not converted, or converted with changes:\n${listed}`);
  say(`Check it, then run: touchstone eval run ${path}`);
}

async function put(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(
      `${path} already exists. Overwrite it with --force, or choose another folder with --out.`,
    );
  }
}

const say = (line: string) => process.stdout.write(`${plainText(line)}\n`);

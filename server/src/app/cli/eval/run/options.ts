import { extname } from 'node:path';
import type { Paths } from '@touchstone/client';
import type { ServerFlags } from '../../service/service.ts';
import { type Call, command, UsageError } from '../../terminal/arguments.ts';
import { FAIL_ON_LEVELS, type FailOn } from './gate.ts';

const FLAGS = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  workspace: { type: 'string' },
  baseline: { type: 'string' },
  'fail-on': { type: 'string' },
  export: { type: 'string', multiple: true },
} as const;

const HELP = `touchstone eval run <file.yaml>: run an evaluation; its exit code reports the outcome

Without --url it runs in a temporary service with the providers of TOUCHSTONE_CONFIG and the providers' environment
variables, and stores only the files of --export.

  --url ADDRESS         The address of a running service, which stores the evaluation
  --key KEY             Its API key; use --key-file FILE to keep it out of the process list
  --workspace NAME      A workspace of that service, by name or id; by default a new one
  --baseline LABEL      The target that no other may be worse than; default: the file's baseline, or its first target
  --fail-on LEVEL       never, worse, insufficient or undecided (default); each includes those before it
  --export FILE         Write the evaluation; .json, .jsonl, .csv, .xml (JUnit), .html or .eval (Inspect); may be repeated
  --help                This text

Exit codes: 0 pass, 1 a candidate is worse or the baseline misses a requirement, 2 undecided or insufficient, 3 error, 130 interrupted
`;

type Format = NonNullable<
  Paths['/workspaces/{workspace_id}/evaluations/{evaluation_id}/export']['get']['parameters']['query']
>['format'];

const FORMATS: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.csv': 'csv',
  '.xml': 'junit',
  '.html': 'html',
  '.eval': 'inspect',
};

/** The options of one run. */
export interface Options {
  readonly file: string;
  readonly server: ServerFlags;
  readonly workspace: string | undefined;
  readonly baseline: string | undefined;
  readonly failOn: FailOn | undefined;
  readonly exports: readonly { file: string; format: Format }[];
}

/** Makes the command; `run` gets its options. Throws `UsageError`. */
export const evalRunCommand = (run: (options: Options) => Promise<number>) =>
  command('eval run', FLAGS, HELP, (call) => run(readOptions(call)));

function readOptions({ values, positionals }: Call<typeof FLAGS>): Options {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new UsageError('touchstone eval run needs one file; see --help.');
  return {
    file,
    server: { url: values.url, key: values.key, keyFile: values['key-file'] },
    workspace: values.workspace,
    baseline: values.baseline,
    failOn: readFailOn(values['fail-on']),
    exports: exportsOf(values.export ?? []),
  };
}

/** Reads `--fail-on` from the flag or the file; undefined if neither gives it. Throws `UsageError`. */
export function readFailOn(given: string | undefined): FailOn | undefined {
  const level = FAIL_ON_LEVELS.find((one) => one === given);
  if (given === undefined || level !== undefined) return level;
  throw new UsageError(`--fail-on must be one of ${FAIL_ON_LEVELS.join(', ')}, not "${given}".`);
}

/** The files of --export with their formats. Throws `UsageError` for an unknown file extension. */
export const exportsOf = (files: readonly string[]): Options['exports'] =>
  files.map((file) => ({ file, format: formatOf(file) }));

function formatOf(file: string): Format {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format !== undefined) return format;
  throw new UsageError(
    `--export ${file}: the file extension must be one of ${Object.keys(FORMATS).join(', ')}.`,
  );
}

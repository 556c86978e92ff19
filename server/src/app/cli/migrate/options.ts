import { extname } from 'node:path';
import { FAIL_ON_LEVELS, type FailOn } from '../eval/run/gate.ts';
import { readFailOn } from '../eval/run/options.ts';
import type { ServerFlags } from '../service/service.ts';
import { type Call, command, UsageError } from '../terminal/arguments.ts';

const MARGINS = {
  'margin-score': 'score',
  'margin-success': 'success',
  'margin-latency': 'latency_ratio',
  'margin-cost': 'cost_ratio',
} as const;

const FLAGS = {
  from: { type: 'string', multiple: true },
  to: { type: 'string', multiple: true },
  data: { type: 'string', multiple: true },
  dataset: { type: 'string', multiple: true },
  benchmark: { type: 'string', multiple: true },
  samples: { type: 'string' },
  scenario: { type: 'string', multiple: true },
  'no-load': { type: 'boolean' },
  'margin-score': { type: 'string' },
  'margin-success': { type: 'string' },
  'margin-latency': { type: 'string' },
  'margin-cost': { type: 'string' },
  yes: { type: 'boolean' },
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  workspace: { type: 'string' },
  'fail-on': { type: 'string' },
  export: { type: 'string', multiple: true },
} as const;

const HELP = `touchstone migrate --from A --to B,C [file.yaml]: compare B and C with A and write one page of migration advice

A, B and C are stacks of the file or of the workspace, or provider/model. The items come from the file (as for
"touchstone eval run"), from --data, --dataset, or --benchmark. Without --url it runs in a temporary service with the
providers of TOUCHSTONE_CONFIG and the providers' environment variables, and stores only the files of --export.

  --from A              The current stack or model: the baseline
  --to B,C              The candidates for its replacement; may be repeated
  --data FILE           Your own questions: CSV, JSON, XLSX, Parquet or a Markdown table; may be repeated
  --dataset NAME        A dataset of the workspace, by title or id, such as one from an import; may be repeated
  --benchmark NAME      Any benchmark of GET /benchmarks, with its subset after a slash; may be repeated
  --samples N           Items of each of these; default: as in an evaluation, 100 of a dataset
  --scenario NAME       A scenario of the workspace that the candidates must meet, in addition to those of the file
  --no-load             Send no load: neither that of the file nor that of scenarios with throughput_rps
  --margin-score 0.05   The margin for scores; --margin-success for solved tasks. Default 0.05
  --margin-latency 1.2  The factor for p50, p95 and p99 latency under load; not tested by default
  --margin-cost 1       The factor for the cost of a solved task; not tested by default
  --yes                 Run without confirming the price
  --url ADDRESS         The address of a running service, which stores the evaluation
  --key KEY             Its API key; use --key-file FILE to keep it out of the process list
  --workspace NAME      A workspace of that service, by name or id; by default a new one
  --fail-on LEVEL       ${FAIL_ON_LEVELS.join(', ')} (default); each includes those before it
  --export FILE         Write the page: .html, .md or .json; may be repeated
  --help                This text

Exit codes: 0 every candidate can replace it, 1 one is worse or fails a requirement, 2 undecided, 3 error, 130 interrupted
`;

const FORMATS = { '.html': 'migration_html', '.md': 'migration_markdown', '.json': 'json' } as const;

export type Margins = Partial<Record<(typeof MARGINS)[keyof typeof MARGINS], number>>;

export interface MigrateOptions {
  readonly from: string;
  readonly to: readonly string[];
  readonly file: string | undefined;
  readonly data: readonly string[];
  /** Datasets of the workspace. */
  readonly datasets: readonly string[];
  readonly benchmarks: readonly { benchmark_type: string; subset?: string }[];
  readonly samples: number | undefined;
  readonly scenarios: readonly string[];
  readonly load: boolean;
  readonly margins: Margins;
  readonly yes: boolean;
  readonly server: ServerFlags;
  readonly workspace: string | undefined;
  readonly failOn: FailOn | undefined;
  /** `json` is the migration advice as in the API. */
  readonly exports: readonly { file: string; format: (typeof FORMATS)[keyof typeof FORMATS] }[];
}

/** Makes the command; `run` gets its options. Throws `UsageError`. */
export const migrateCommand = (run: (options: MigrateOptions) => Promise<number>) =>
  command('migrate', FLAGS, HELP, (call) => run(readOptions(call)));

function readOptions({ values, positionals }: Call<typeof FLAGS>): MigrateOptions {
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError('touchstone migrate accepts at most one file; see --help.');
  const [from, ...furtherFrom] = names(values.from);
  const to = names(values.to);
  if (from === undefined || furtherFrom.length > 0)
    throw new UsageError('touchstone migrate needs one --from: the current stack or model.');
  if (to.length === 0)
    throw new UsageError('touchstone migrate needs --to: the stacks or models to replace it.');
  const twice = [from, ...to].find((name, i, all) => all.indexOf(name) !== i);
  if (twice !== undefined) throw new UsageError(`"${twice}" is repeated in --from and --to; name each once.`);
  const data = values.data ?? [];
  const benchmarks = (values.benchmark ?? []).map(readBenchmark);
  const datasets = values.dataset ?? [];
  if (file === undefined && [...data, ...datasets, ...benchmarks].length === 0)
    throw new UsageError('There are no items: pass a file, --data, --dataset or --benchmark; see --help.');
  for (const flag of ['scenario', 'dataset'] as const)
    if (values[flag] !== undefined && (values.url === undefined || values.workspace === undefined))
      throw new UsageError(
        `--${flag} refers to a workspace: add --url and --workspace, or put it into the file.`,
      );
  return {
    ...{ from, to, file, data, datasets, benchmarks, scenarios: values.scenario ?? [] },
    samples: values.samples === undefined ? undefined : readSamples(values.samples),
    load: values['no-load'] !== true,
    margins: readMargins(values),
    yes: values.yes === true,
    server: { url: values.url, key: values.key, keyFile: values['key-file'] },
    workspace: values.workspace,
    failOn: readFailOn(values['fail-on']),
    exports: (values.export ?? []).map((one) => ({ file: one, format: formatOf(one) })),
  };
}

const names = (given: readonly string[] = []) =>
  given.flatMap((one) =>
    one
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

function readBenchmark(given: string): { benchmark_type: string; subset?: string } {
  const [benchmark_type = '', ...subset] = given.split('/');
  return subset.length === 0 ? { benchmark_type } : { benchmark_type, subset: subset.join('/') };
}

function readSamples(given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new UsageError(`--samples must be a positive whole number, not "${given}".`);
}

function readMargins(values: Readonly<Record<string, unknown>>): Margins {
  const given = Object.entries(MARGINS).flatMap(([flag, field]) => {
    const text = values[flag];
    if (typeof text !== 'string') return [];
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) return [[field, value] as const];
    throw new UsageError(`--${flag} must be a number, not "${text}".`);
  });
  return Object.fromEntries(given);
}

function formatOf(file: string): (typeof FORMATS)[keyof typeof FORMATS] {
  const ending = extname(file).toLowerCase();
  if (Object.hasOwn(FORMATS, ending)) return FORMATS[ending as keyof typeof FORMATS];
  throw new UsageError(
    `--export ${file}: the file extension must be one of ${Object.keys(FORMATS).join(', ')}.`,
  );
}

import { extname } from 'node:path';
import { FAIL_ON, type FailOn } from '../eval/run/gate.ts';
import { readFailOn } from '../eval/run/options.ts';
import type { ServerFlags } from '../service/service.ts';
import { readArguments, UsageError } from '../terminal/arguments.ts';

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
  help: { type: 'boolean', short: 'h' },
} as const;

export const MIGRATE_HELP = `touchstone migrate --from A --to B,C [file.yaml]: say whether B or C can take the place of A, on one page

A, B and C are stacks of the file or of the workspace, or provider/model. What is asked comes from the file (as
"touchstone eval run" takes it), from --data, --dataset, or --benchmark. Without --url it runs in a temporary service with the
providers of TOUCHSTONE_CONFIG and of the usual variables, and only what --export writes is kept.

  --from A              What you run now: the baseline
  --to B,C              What may take its place; may be given several times
  --data FILE           Your own questions: JSON Lines or CSV, as a dataset; may be given several times
  --dataset NAME        A dataset of the workspace, by title or id, such as one that an import made; may be given several times
  --benchmark NAME      Any benchmark of GET /benchmarks, with its subset after a slash; may be given several times
  --samples N           Items of each of these; default: as an evaluation has, 100 of a dataset
  --scenario NAME       A scenario of the workspace that the candidates must meet; those of the file are taken anyway
  --no-load             Leave out all load: that of the file, and that of scenarios, each of which with throughput_rps is
                        tried at its peak
  --margin-score 0.05   By how much a score may be worse; --margin-success of solved tasks. Default 0.05
  --margin-latency 1.2  How many times as long p50, p95 and p99 may take under load; not asked by default
  --margin-cost 1       How many times as much a solved task may cost; not asked by default
  --yes                 Run it without asking whether its price is all right
  --url ADDRESS         The address of a running service, which keeps the evaluation
  --key KEY             Its API key; --key-file FILE reads it from a file, which keeps it out of the list of processes
  --workspace NAME      A workspace there, by name or id; without it a new one is created
  --fail-on LEVEL       ${FAIL_ON.join(', ')} (default); each also fails for those before it
  --export FILE         Write the page: .html, .md or .json; may be given several times
  --help                This text

Exit codes: 0 every candidate can take over, 1 one is worse or misses a requirement, 2 undecided, 3 error, 130 interrupted
`;

const FORMATS = { '.html': 'migration_html', '.md': 'migration_markdown', '.json': 'json' } as const;

export type Margins = Partial<Record<(typeof MARGINS)[keyof typeof MARGINS], number>>;

export interface MigrateOptions {
  readonly from: string;
  readonly to: readonly string[];
  readonly file: string | undefined;
  readonly data: readonly string[];
  /** Of the workspace. */
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
  /** `json` is the page as the API gives it. */
  readonly exports: readonly { file: string; format: (typeof FORMATS)[keyof typeof FORMATS] }[];
}

/** Null when help was asked for. Throws `UsageError`. */
export function readMigrateOptions(args: readonly string[]): MigrateOptions | null {
  const { values, positionals } = readArguments('migrate', args, FLAGS);
  if (values.help === true) return null;
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError('touchstone migrate takes one file at most; see --help.');
  const [from, ...furtherFrom] = names(values.from);
  const to = names(values.to);
  if (from === undefined || furtherFrom.length > 0)
    throw new UsageError('touchstone migrate needs one --from: the stack or model that you run now.');
  if (to.length === 0)
    throw new UsageError('touchstone migrate needs --to: the stacks or models that may take its place.');
  const twice = [from, ...to].find((name, i, all) => all.indexOf(name) !== i);
  if (twice !== undefined)
    throw new UsageError(`"${twice}" is named twice among --from and --to; name each once.`);
  const data = values.data ?? [];
  const benchmarks = (values.benchmark ?? []).map(readBenchmark);
  const datasets = values.dataset ?? [];
  if (file === undefined && [...data, ...datasets, ...benchmarks].length === 0)
    throw new UsageError('Nothing is asked: give a file, --data, --dataset or --benchmark; see --help.');
  for (const flag of ['scenario', 'dataset'] as const)
    if (values[flag] !== undefined && (values.url === undefined || values.workspace === undefined))
      throw new UsageError(
        `--${flag} names one of a workspace: give --url and --workspace too, or write it into the file.`,
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
  throw new UsageError(`--samples is a whole number from 1 on, not "${given}".`);
}

function readMargins(values: Readonly<Record<string, unknown>>): Margins {
  const given = Object.entries(MARGINS).flatMap(([flag, field]) => {
    const text = values[flag];
    if (typeof text !== 'string') return [];
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) return [[field, value] as const];
    throw new UsageError(`--${flag} is a number, not "${text}".`);
  });
  return Object.fromEntries(given);
}

function formatOf(file: string): (typeof FORMATS)[keyof typeof FORMATS] {
  const ending = extname(file).toLowerCase();
  if (Object.hasOwn(FORMATS, ending)) return FORMATS[ending as keyof typeof FORMATS];
  throw new UsageError(
    `--export ${file}: the file's ending names the format, one of ${Object.keys(FORMATS).join(', ')}.`,
  );
}

import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { answer, type Client, type Paths, type Schemas } from '@touchstone/client';
import { createLog } from '../kernel/log.ts';
import { readArguments } from './arguments.ts';
import { printEstimate } from './demo-evaluation.ts';
import { createOutput, type Output } from './demo-output.ts';
import { printResults } from './demo-results.ts';
import { readDefinition, toNewEvaluation } from './eval-definition.ts';
import { createProgress } from './eval-progress.ts';
import { openService } from './eval-service.ts';
import { EXIT, FAIL_ON, type FailOn, verdictOf } from './eval-verdict.ts';
import { prepareWorkspace } from './eval-workspace.ts';
import { catchStopSignals, type StopSignals } from './stop-signals.ts';
import { tellError } from './tell-error.ts';
import { UsageError } from './usage-error.ts';

const FLAGS = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  workspace: { type: 'string' },
  baseline: { type: 'string' },
  'fail-on': { type: 'string' },
  export: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

const HELP = `touchstone eval run <file.yaml>: run an evaluation and say by the exit code how it ended

Without --url it runs in a service of its own on a temporary directory, with the providers of TOUCHSTONE_CONFIG and the
usual variables, and nothing is kept but what --export writes.

  --url ADDRESS         A running service, where the evaluation is kept
  --key KEY             Its API key; --key-file FILE reads it from a file, which no list of processes shows
  --workspace NAME      A workspace there, by name or id; without it a new one is made
  --baseline LABEL      The target that the others must not be worse than; default: of the file, or its first target
  --fail-on LEVEL       never, worse, insufficient or undecided (default): each also fails for those before it
  --export FILE         Write the evaluation; .json, .jsonl, .csv, .xml (JUnit) or .html; may be given several times
  --help                This text

Exit codes: 0 pass, 1 a candidate is worse, 2 undecided or insufficient, 3 error, 130 broken off
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
};

const POLL_MS = 300;
/** What a shell says of a program that Ctrl+C ended. */
const BROKEN_OFF = 130;

interface Options {
  readonly file: string;
  readonly where: { url: string | undefined; key: string | undefined; keyFile: string | undefined };
  readonly workspace: string | undefined;
  readonly baseline: string | undefined;
  readonly failOn: FailOn | undefined;
  readonly exports: readonly { file: string; format: Format }[];
}

/** Resolves to the exit code; whatever goes wrong is said and is 3. */
export async function evalRun(args: string[]): Promise<number> {
  const signals = catchStopSignals(createLog('warn'));
  const stop = new AbortController();
  void signals.first.then(() => stop.abort());
  try {
    const options = readOptions(args);
    if (options === null) {
      process.stdout.write(HELP);
      return EXIT.pass;
    }
    return await perform(options, signals, stop.signal);
  } catch (error) {
    if (signals.received()) {
      process.stderr.write('\nBroken off before the evaluation was done.\n');
      return BROKEN_OFF;
    }
    process.stderr.write(`${tellError(error)}\n`);
    return EXIT.error;
  }
}

/** Null when help was asked for. Throws `UsageError`. */
function readOptions(args: readonly string[]): Options | null {
  const { values, positionals } = readArguments('eval run', args, FLAGS);
  if (values.help === true) return null;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new UsageError('touchstone eval run takes one file; see --help.');
  return {
    file,
    where: { url: values.url, key: values.key, keyFile: values['key-file'] },
    workspace: values.workspace,
    baseline: values.baseline,
    failOn: failOn(values['fail-on']),
    exports: (values.export ?? []).map((to) => ({ file: to, format: formatOf(to) })),
  };
}

function failOn(given: string | undefined): FailOn | undefined {
  const level = FAIL_ON.find((one) => one === given);
  if (given === undefined || level !== undefined) return level;
  throw new UsageError(`--fail-on is one of ${FAIL_ON.join(', ')}, not "${given}".`);
}

function formatOf(file: string): Format {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format !== undefined) return format;
  throw new UsageError(
    `--export ${file}: the format follows from the ending: ${Object.keys(FORMATS).join(', ')}.`,
  );
}

async function perform(options: Options, signals: StopSignals, signal: AbortSignal): Promise<number> {
  const definition = await readDefinition(options.file);
  const strictness = options.failOn ?? failOn(definition.fail_on) ?? 'undecided';
  const out = createOutput(process.stdout);
  const service = await openService(options.where, signal);
  try {
    const { client, parting } = service;
    const prepared = await prepareWorkspace(client, definition, { workspace: options.workspace, signal });
    const body = toNewEvaluation(definition, prepared);
    out.title(definition.name);
    const { targets } = await printEstimate({ client, out }, prepared.workspaceId, body);
    const labels = targets.map(({ target_label }) => target_label);
    const baseline = baselineOf(options.baseline ?? definition.baseline, labels);
    const evaluation = await runToEnd({ client, parting, out, signal }, prepared.workspaceId, body);
    await writeExports(client, evaluation, options.exports, baseline);
    return report(out, evaluation, { baseline, failOn: strictness, kept: parting !== null });
  } finally {
    await service.stop((step) => signals.nowStopping(step));
  }
}

/** A typing error must not cost a run. */
function baselineOf(given: string | undefined, labels: readonly string[]): string {
  if (given === undefined) return labels[0] ?? '';
  if (labels.includes(given)) return given;
  throw new UsageError(`The baseline "${given}" is none of the targets: ${labels.join(', ')}.`);
}

interface Asked {
  client: Client;
  parting: Client | null;
  out: Output;
  signal: AbortSignal;
}

/** Makes the evaluation and waits for its end; broken off, it is cancelled where it runs. */
async function runToEnd(
  { client, parting, out, signal }: Asked,
  workspaceId: string,
  body: Schemas['NewEvaluation'],
): Promise<Schemas['Evaluation']> {
  const params = { path: { workspace_id: workspaceId } };
  const { id } = await answer(client.POST('/workspaces/{workspace_id}/evaluations', { params, body }));
  const path = { workspace_id: workspaceId, evaluation_id: id };
  const show = createProgress(out, { live: process.stdout.isTTY === true, now: () => performance.now() });
  try {
    for (;;) {
      const evaluation = await answer(
        client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params: { path } }),
      );
      show(evaluation);
      if (evaluation.status !== 'queued' && evaluation.status !== 'running') return evaluation;
      await delay(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) {
      const cancel = '/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel';
      await parting?.POST(cancel, { params: { path } });
    }
    throw error;
  }
}

/** Streamed to the disk, however large. */
async function writeExports(
  client: Client,
  { id, workspace_id }: Schemas['Evaluation'],
  exports: Options['exports'],
  baseline: string,
): Promise<void> {
  for (const { file, format } of exports) {
    const params = { path: { workspace_id, evaluation_id: id }, query: { format, baseline } };
    const { response } = await client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/export', {
      params,
      parseAs: 'stream',
    });
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file));
  }
}

function report(
  out: Output,
  evaluation: Schemas['Evaluation'],
  { baseline, failOn, kept }: { baseline: string; failOn: FailOn; kept: boolean },
): number {
  const { results, id, workspace_id } = evaluation;
  if (results !== null) printResults(out, { ...evaluation, results });
  const { exitCode, says } = verdictOf(evaluation, baseline, failOn);
  out.title(`Against ${baseline}: ${OUTCOMES[exitCode]} (exit code ${exitCode})`);
  for (const line of says) out.text(line);
  if (kept) out.line(`Evaluation ${id} in workspace ${workspace_id}`);
  return exitCode;
}

const OUTCOMES: Readonly<Record<number, string>> = {
  [EXIT.pass]: 'pass',
  [EXIT.worse]: 'worse',
  [EXIT.open]: 'undecided or insufficient',
  [EXIT.error]: 'error',
};

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Client, Schemas } from '@touchstone/client';
import { createLog } from '../../../kernel/log.ts';
import { printEstimate } from '../../report/print-estimate.ts';
import { printResults } from '../../report/print-results.ts';
import { printVerdict } from '../../report/print-verdict.ts';
import { createEvaluation, untilEnded } from '../../service/run-evaluation.ts';
import { openService, serverOf } from '../../service/service.ts';
import { UsageError } from '../../terminal/arguments.ts';
import { explainClientError } from '../../terminal/explain-client-error.ts';
import { createOutput, type Output } from '../../terminal/output.ts';
import { catchStopSignals, type StopSignals } from '../../terminal/stop-signals.ts';
import { readDefinition, toNewEvaluation } from './definition.ts';
import { EXIT, type FailOn, judgeGate } from './gate.ts';
import { EVAL_RUN_HELP, type Options, readFailOn, readOptions } from './options.ts';
import { prepareWorkspace } from './store-definition.ts';

/** The exit code that a shell reports for a program that Ctrl+C ended. */
const INTERRUPTED = 130;

/** Resolves to the exit code. Every error is printed and exits with 3. */
export async function runEvaluationFile(args: string[]): Promise<number> {
  const signals = catchStopSignals(createLog('warn'));
  const stop = new AbortController();
  void signals.first.then(() => stop.abort());
  try {
    const options = readOptions(args);
    if (options === null) {
      process.stdout.write(EVAL_RUN_HELP);
      return EXIT.pass;
    }
    return await perform(options, signals, stop.signal);
  } catch (error) {
    if (signals.received()) {
      process.stderr.write('\nInterrupted before the evaluation was done.\n');
      return INTERRUPTED;
    }
    process.stderr.write(`${explainClientError(error)}\n`);
    return EXIT.error;
  }
}

async function perform(options: Options, signals: StopSignals, signal: AbortSignal): Promise<number> {
  const definition = await readDefinition(options.file);
  const strictness = options.failOn ?? readFailOn(definition.fail_on) ?? 'undecided';
  const out = createOutput(process.stdout);
  const service = await openService(await serverOf(options.server), signal);
  try {
    const { client, clientAfterStop } = service;
    const prepared = await prepareWorkspace(client, definition, { workspace: options.workspace, signal });
    const body = toNewEvaluation(definition, prepared);
    out.title(definition.name);
    const { targets } = await printEstimate({ client, out }, prepared.workspaceId, body);
    const labels = targets.map(({ target_label }) => target_label);
    const asked = body.methodology?.question === 'no_worse' ? body.methodology.baseline : undefined;
    const baseline = baselineOf(asked ?? options.baseline ?? definition.baseline, labels);
    const created = await createEvaluation(client, prepared.workspaceId, body);
    const show = createProgress(out, { live: process.stdout.isTTY === true, now: () => performance.now() });
    const evaluation = await untilEnded({ client, signal }, created, show).catch(async (error: unknown) => {
      if (signal.aborted) await cancel(clientAfterStop, created);
      throw error;
    });
    await writeExports(client, evaluation, options.exports, baseline);
    return report(out, evaluation, { baseline, failOn: strictness, kept: clientAfterStop !== null });
  } finally {
    await service.stop((step) => signals.nowStopping(step));
  }
}

/** Checked before the run, so that a mistyped label costs nothing. */
function baselineOf(given: string | undefined, labels: readonly string[]): string {
  if (given === undefined) return labels[0] ?? '';
  if (labels.includes(given)) return given;
  throw new UsageError(`The baseline "${given}" is not one of the targets: ${labels.join(', ')}.`);
}

/** Cancels the evaluation on a server, where it would go on; a temporary service ends with the command. */
async function cancel(client: Client | null, { id, workspace_id }: Schemas['Evaluation']): Promise<void> {
  const params = { path: { workspace_id, evaluation_id: id } };
  await client?.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel', { params });
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
  if (results !== null) {
    printResults(out, results);
    printVerdict(out, results);
  }
  const { exitCode, sentences } = judgeGate(evaluation, baseline, failOn);
  out.title(`Against ${baseline}: ${OUTCOMES[exitCode]} (exit code ${exitCode})`);
  for (const sentence of sentences) out.text(sentence);
  if (kept) out.line(`Evaluation ${id} in workspace ${workspace_id}`);
  return exitCode;
}

const OUTCOMES: Readonly<Record<number, string>> = {
  [EXIT.pass]: 'pass',
  [EXIT.worse]: 'worse',
  [EXIT.open]: 'undecided or insufficient',
  [EXIT.error]: 'error',
};

const WIDTH = 30;
/** Without a terminal a line for every so many points, so that a log stays readable. */
const STEP = 10;

/** Shows how far an evaluation is: a bar that moves on a terminal, a few plain lines elsewhere. */
function createProgress(out: Output, { live, now }: { live: boolean; now: () => number }) {
  const started = now();
  let last = '';
  return ({ status, progress_percent, results }: Schemas['Evaluation']): void => {
    const percent = live ? progress_percent : Math.floor(progress_percent / STEP) * STEP;
    const failed = (results?.coverage ?? []).reduce((sum, one) => sum + one.failed, 0);
    const troubles = failed > 0 ? `, ${failed} failed` : '';
    const key = `${status} ${percent}${troubles}`;
    if (key === last && !live) return;
    last = key;
    const seconds = Math.round((now() - started) / 1000);
    const text = `${status} ${String(percent).padStart(3)} %, ${seconds} s${troubles}`;
    out.progress(live ? `${bar(percent)} ${text}` : text);
  };
}

function bar(percent: number): string {
  const full = Math.round((percent / 100) * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}

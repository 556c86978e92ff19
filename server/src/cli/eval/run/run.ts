import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { answer, type Client, type Schemas } from '@touchstone/client';
import { createLog } from '../../../kernel/log.ts';
import { printResults } from '../../report/print-results.ts';
import { printVerdict } from '../../report/print-verdict.ts';
import { printEstimate } from '../../service/run-evaluation.ts';
import { tellError } from '../../terminal/explain-client-error.ts';
import { createOutput, type Output } from '../../terminal/output.ts';
import { catchStopSignals, type StopSignals } from '../../terminal/stop-signals.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { readDefinition, toNewEvaluation } from '../definition.ts';
import { EXIT, type FailOn, verdictOf } from './gate.ts';
import { EVAL_RUN_HELP, type Options, readFailOn, readOptions } from './options.ts';
import { createProgress } from './progress.ts';
import { openService } from './service.ts';
import { prepareWorkspace } from './workspace.ts';

const POLL_MS = 300;
/** What a shell says of a program that Ctrl+C ended. */
const BROKEN_OFF = 130;

/** Resolves to the exit code; whatever goes wrong is said and is 3. */
export async function evalRun(args: string[]): Promise<number> {
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
      process.stderr.write('\nBroken off before the evaluation was done.\n');
      return BROKEN_OFF;
    }
    process.stderr.write(`${tellError(error)}\n`);
    return EXIT.error;
  }
}

async function perform(options: Options, signals: StopSignals, signal: AbortSignal): Promise<number> {
  const definition = await readDefinition(options.file);
  const strictness = options.failOn ?? readFailOn(definition.fail_on) ?? 'undecided';
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
  if (results !== null) {
    printResults(out, { ...evaluation, results });
    printVerdict(out, results);
  }
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

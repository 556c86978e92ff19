import type { Schemas } from '@touchstone/client';
import { printEstimate } from '../../report/print-estimate.ts';
import { printResults } from '../../report/print-results.ts';
import { printVerdict } from '../../report/print-verdict.ts';
import { createEvaluation } from '../../service/run-evaluation.ts';
import { namedServer, openService } from '../../service/service.ts';
import { UsageError } from '../../terminal/arguments.ts';
import { continueWithoutReader } from '../../terminal/closed-output.ts';
import { createOutput, type Output } from '../../terminal/output.ts';
import type { StopSignals } from '../../terminal/stop-signals.ts';
import { filesOfDefinition, readDefinition, toNewEvaluation } from './definition.ts';
import { EXIT_CODES, type FailOn, judgeGate } from './gate.ts';
import { evalRunCommand, type Options, readFailOn } from './options.ts';
import { prepareWorkspace } from './store-definition.ts';
import { untilInterrupted, watchRun } from './watch-run.ts';
import { requireWritable, writeExport, writeExports } from './write-exports.ts';

/** Resolves to the exit code. Every error is printed and exits with 3. */
export const runEvaluationFile = (args: string[]): Promise<number> =>
  untilInterrupted((signals, signal) => evalRunCommand((options) => perform(options, signals, signal))(args));

async function perform(options: Options, signals: StopSignals, signal: AbortSignal): Promise<number> {
  const definition = await readDefinition(options.file);
  await requireWritable(options.exports, filesOfDefinition(options.file, definition));
  if (options.exports.length > 0) continueWithoutReader();
  const strictness = options.failOn ?? readFailOn(definition.fail_on) ?? 'undecided';
  const out = createOutput(process.stdout);
  const service = await openService(await namedServer(options.server), signal);
  try {
    const { client, clientAfterStop } = service;
    const prepared = await prepareWorkspace(service, definition, { workspace: options.workspace, signal });
    const body = toNewEvaluation(definition, prepared);
    out.title(definition.name);
    const { created, baseline } = await prepared.storedParts.removeIfRefused(async () => {
      const { targets } = await printEstimate({ client, out }, prepared.workspaceId, body);
      const labels = targets.map(({ target_label }) => target_label);
      const asked = body.methodology?.question === 'no_worse' ? body.methodology.baseline : undefined;
      const baseline = baselineOf(asked ?? options.baseline ?? definition.baseline, labels);
      return { created: await createEvaluation(client, prepared.workspaceId, body), baseline };
    });
    const evaluation = await watchRun({ client, clientAfterStop, signal, out }, created);
    const exitCode = report(out, evaluation, {
      baseline,
      failOn: strictness,
      kept: clientAfterStop !== null,
    });
    return await writeExports(
      options.exports,
      ({ file, format }) => writeExport(client, evaluation, { file, query: { format, baseline } }),
      { exitCode, signal },
    );
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
  const { exitCode, outcome, sentences } = judgeGate(evaluation, baseline, failOn);
  out.title(`Against ${baseline}: ${outcome} (exit code ${exitCode})`);
  for (const sentence of sentences) out.text(sentence);
  if (exitCode === EXIT_CODES.pass && sentences.length > 0)
    out.text(`The run passes regardless, because of --fail-on ${failOn}.`);
  if (kept) out.line(`Evaluation ${id} in workspace ${workspace_id}`);
  return exitCode;
}

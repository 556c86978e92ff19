import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { answer, type Client, type Schemas } from '@touchstone/client';
import { usd } from '@touchstone/report/figures';
import { filesOfDefinition } from '../eval/run/definition.ts';
import { EXIT_CODES, judgeGate } from '../eval/run/gate.ts';
import { prepareWorkspace } from '../eval/run/store-definition.ts';
import { untilInterrupted, watchRun } from '../eval/run/watch-run.ts';
import { requireWritable, writeExport, writeExports } from '../eval/run/write-exports.ts';
import { printEstimate } from '../report/print-estimate.ts';
import { printMigration } from '../report/print-migration.ts';
import { createEvaluation } from '../service/run-evaluation.ts';
import { namedServer, openService } from '../service/service.ts';
import { UsageError } from '../terminal/arguments.ts';
import { continueWithoutReader } from '../terminal/closed-output.ts';
import { createOutput } from '../terminal/output.ts';
import type { StopSignals } from '../terminal/stop-signals.ts';
import { type MigrateOptions, migrateCommand } from './options.ts';
import { readMigrationDefinition, toMigrationEvaluation } from './question.ts';

/** Resolves to the exit code. Every error is printed and exits with 3. */
export const runMigrateModels = (args: string[]): Promise<number> =>
  untilInterrupted((signals, signal) => migrateCommand((options) => perform(options, signals, signal))(args));

async function perform(options: MigrateOptions, signals: StopSignals, signal: AbortSignal): Promise<number> {
  const definition = await readMigrationDefinition(options);
  await requireWritable(options.exports, filesOfDefinition(options.file, definition));
  if (options.exports.length > 0) continueWithoutReader();
  const out = createOutput(process.stdout);
  const service = await openService(await namedServer(options.server), signal);
  try {
    const { client, clientAfterStop } = service;
    const prepared = await prepareWorkspace(service, definition, { workspace: options.workspace, signal });
    const created = await prepared.storedParts.removeIfRefused(async () => {
      const body = await toMigrationEvaluation(client, definition, prepared, options);
      out.title(body.name);
      out.text(priceOf(await printEstimate({ client, out }, prepared.workspaceId, body)));
      if (!options.yes && !(await isApproved(signal)))
        throw new UsageError('Nothing was run. Answer yes, or use --yes, to run it.');
      return createEvaluation(client, prepared.workspaceId, body);
    });
    const evaluation = await watchRun({ client, clientAfterStop, signal, out }, created);
    const { exitCode, sentences } = judgeGate(evaluation, options.from, options.failOn ?? 'undecided');
    if (exitCode === EXIT_CODES.error) {
      for (const sentence of sentences) out.text(sentence);
      return exitCode;
    }
    const page = await readPage(client, evaluation);
    printMigration(out, page);
    out.line();
    out.line(`Exit code ${exitCode}`);
    if (clientAfterStop !== null)
      out.line(`Evaluation ${evaluation.id} in workspace ${evaluation.workspace_id}`);
    return await writeExports(options.exports, (one) => writePage(client, evaluation, page, one), {
      exitCode,
      signal,
    });
  } finally {
    await service.stop((step) => signals.nowStopping(step));
  }
}

/** The expected cost of all candidates and judges, and the number of models without a price. */
function priceOf({ targets, judges = [] }: Schemas['Estimate']): string {
  const all = [...targets, ...judges].filter(({ calls }) => calls > 0);
  const known = all.flatMap(({ cost_usd }) => cost_usd ?? []);
  const sum = known.reduce((total, one) => total + one, 0);
  const unknown = all.length - known.length;
  if (all.length === 0) return 'It calls no model and costs nothing.';
  if (known.length === 0) return 'The cost is unknown: none of the models has a known price.';
  const more = unknown === 0 ? '' : `, plus the cost of ${unknown} of ${all.length} without a price`;
  return `It costs about ${usd(sum)}${more}.`;
}

/** Asks the person at the terminal for approval; false without a terminal. */
async function isApproved(signal: AbortSignal): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return false;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^\s*y(es)?\s*$/i.test(await lines.question('  Run it? [y/N] ', { signal }));
  } finally {
    lines.close();
  }
}

function readPage(
  client: Client,
  { id, workspace_id }: Schemas['Evaluation'],
): Promise<Schemas['Migration']> {
  const params = { path: { workspace_id, evaluation_id: id } };
  return answer(client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/migration', { params }));
}

async function writePage(
  client: Client,
  evaluation: Schemas['Evaluation'],
  page: Schemas['Migration'],
  { file, format }: MigrateOptions['exports'][number],
): Promise<void> {
  if (format === 'json') await writeFile(file, `${JSON.stringify(page, null, 2)}\n`);
  else await writeExport(client, evaluation, { file, query: { format } });
}

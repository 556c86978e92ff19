import { answer, type Client, type Schemas, TouchstoneError } from '@touchstone/client';
import { FAIL_ON_LEVELS, judgeGate } from '../eval/run/gate.ts';
import { exportsOf, readFailOn } from '../eval/run/options.ts';
import { untilInterrupted } from '../eval/run/watch-run.ts';
import { requireWritable, writeExport, writeExports } from '../eval/run/write-exports.ts';
import { printResults } from '../report/print-results.ts';
import { findWorkspace } from '../service/named-service.ts';
import { namedServer, openService } from '../service/service.ts';
import { command, UsageError } from '../terminal/arguments.ts';
import { continueWithoutReader } from '../terminal/closed-output.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { filesOf, formOf } from './files.ts';

const EVALUATION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FLAGS = {
  match: { type: 'string' },
  score: { type: 'string' },
  margin: { type: 'string' },
  name: { type: 'string' },
  baseline: { type: 'string' },
  'fail-on': { type: 'string' },
  export: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  workspace: { type: 'string' },
} as const;

const HELP = `touchstone compare A B [...]: compare runs of other evaluation tools, or evaluations of a service, item by item

Nothing is sent to a model. A run is a log of Inspect (.eval or JSON), results of lm-evaluation-harness with its samples
(results_….json, samples_….jsonl or their folder), results of promptfoo (JSON or JSONL), a log of OpenAI Evals (JSONL),
or an experiment of Braintrust or Langfuse (JSON, JSONL or CSV). LABEL=FILE sets the label of a run; default: its model.
With --url and --workspace, A and B can be ids of evaluations, which are compared on the items that all have unchanged.

  --match HOW           auto (default), id or content: how items of different runs are matched
  --score NAME          The score that is compared; default: the first that all files have, with values from 0 to 1
  --margin SHARE        The difference up to which runs count as tied (0.05)
  --baseline LABEL      The run that no other may be worse than; default: the first
  --fail-on LEVEL       ${FAIL_ON_LEVELS.join(', ')} (default undecided); each includes those before it
  --export FILE         Write the comparison; .json, .jsonl, .csv, .xml (JUnit), .html or .eval (Inspect); may be repeated
  --json                Print the evaluation and where its samples come from as JSON
  --url ADDRESS         Store the evaluation in this service; --key, --key-file and --workspace as for eval run
  --name NAME           Its name; default: the names of the files
  --help                This text

Exit codes: 0 no run is worse than the baseline, 1 one is, 2 undecided or insufficient, 3 error, 130 interrupted
`;

/** Resolves to the exit code. Every error is printed and exits with 3. */
export const runCompare = (args: string[]): Promise<number> =>
  untilInterrupted((signals, signal) =>
    command('compare', FLAGS, HELP, async ({ values, positionals }) => {
      if (positionals.length === 0)
        throw new UsageError(
          'touchstone compare needs the files of the runs, as in: touchstone compare a.eval b.eval.',
        );
      const failOn = readFailOn(values['fail-on']) ?? 'undecided';
      const exports = exportsOf(values.export ?? []);
      const ids = positionals.every((one) => EVALUATION_ID.test(one)) ? positionals : null;
      if (ids !== null && (values.url === undefined || values.workspace === undefined))
        throw new UsageError(
          'To compare evaluations by their ids, name their service and workspace with --url and --workspace.',
        );
      if (ids !== null && (values.match ?? values.score) !== undefined)
        throw new UsageError(
          '--match and --score are for files; evaluations are compared by their items and scores.',
        );
      const runs = ids === null ? await Promise.all(positionals.map(filesOf)) : [];
      await requireWritable(
        exports,
        runs.flatMap(({ files }) => files),
      );
      if (exports.length > 0) continueWithoutReader();
      const server = { url: values.url, key: values.key, keyFile: values['key-file'] };
      const service = await openService(await namedServer(server), signal);
      try {
        const { client } = service;
        const workspaceId =
          values.workspace === undefined || values.url === undefined
            ? (
                await answer(
                  client.POST('/workspaces', { body: { name: values.workspace ?? 'Compared runs' } }),
                )
              ).id
            : await findWorkspace(client, values.workspace);
        const evaluation =
          ids === null
            ? await importRuns(client, workspaceId, await formOf(runs), values)
            : await compareEvaluations(client, workspaceId, ids, values);
        const { manifest, baseline } = await detailsOf(client, evaluation, values.baseline);
        const gate = judgeGate(evaluation, baseline, failOn);
        if (values.json === true)
          process.stdout.write(`${JSON.stringify({ evaluation, imported: manifest.imported }, null, 2)}\n`);
        else
          print(createOutput(process.stdout), evaluation, {
            ...{ baseline, gate, kept: values.url !== undefined },
            source: ids === null ? ', as the files state it' : ', as measured in each evaluation',
          });
        return await writeExports(
          exports,
          ({ file, format }) => writeExport(client, evaluation, { file, query: { format, baseline } }),
          { exitCode: gate.exitCode, signal },
        );
      } finally {
        await service.stop((step) => signals.nowStopping(step));
      }
    })(args),
  );

interface Asked {
  match?: string | undefined;
  score?: string | undefined;
  margin?: string | undefined;
  name?: string | undefined;
}

/** Imports the files. Throws `UsageError` with their sizes if they are too large. */
async function importRuns(
  client: Client,
  workspace_id: string,
  form: FormData,
  { match, score, margin, name }: Asked,
): Promise<Schemas['Evaluation']> {
  const query = {
    ...(match !== undefined && { match: match as 'auto' }),
    ...(score !== undefined && { score }),
    ...namedWithMargin({ name, margin }),
  };
  try {
    return await answer(
      client.POST('/workspaces/{workspace_id}/evaluations/import', {
        params: { path: { workspace_id }, query },
        body: form as never,
      }),
    );
  } catch (error) {
    if (!(error instanceof TouchstoneError && error.code === 'body_too_large')) throw error;
    const sizes = [...form.values()].map((file) =>
      file instanceof File ? `${file.name} (${Math.ceil(file.size / 1024 ** 2)} MB)` : file,
    );
    throw new UsageError(`${error.message} They are: ${sizes.join(', ')}.`);
  }
}

function compareEvaluations(
  client: Client,
  workspace_id: string,
  evaluations: string[],
  asked: Asked,
): Promise<Schemas['Evaluation']> {
  return answer(
    client.POST('/workspaces/{workspace_id}/evaluations/compare', {
      params: { path: { workspace_id } },
      body: { evaluations, ...namedWithMargin(asked) },
    }),
  );
}

function namedWithMargin({ name, margin }: Asked): { name?: string; margin?: number } {
  const share = margin === undefined ? undefined : Number(margin);
  if (Number.isNaN(share)) throw new UsageError(`--margin must be a share such as 0.05, not "${margin}".`);
  return { ...(name !== undefined && { name }), ...(share !== undefined && { margin: share }) };
}

/** The source of the samples, and the run that others are compared with. Throws `UsageError` for an unknown label. */
async function detailsOf(client: Client, evaluation: Schemas['Evaluation'], asked: string | undefined) {
  const { id: evaluation_id, workspace_id } = evaluation;
  const manifest = await answer(
    client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/manifest', {
      params: { path: { workspace_id, evaluation_id } },
    }),
  );
  const labels = manifest.targets.map(({ target_label }) => target_label);
  const baseline = asked ?? labels[0] ?? '';
  if (labels.includes(baseline)) return { manifest, baseline };
  throw new UsageError(`The baseline "${baseline}" is not one of the runs: ${labels.join(', ')}.`);
}

function print(
  out: Output,
  { name, results, warnings = [], id, workspace_id }: Schemas['Evaluation'],
  {
    baseline,
    gate,
    kept,
    source,
  }: { baseline: string; gate: ReturnType<typeof judgeGate>; kept: boolean; source: string },
): void {
  out.title(name);
  for (const warning of warnings) out.text(warning);
  if (results !== null) printResults(out, results, source);
  out.title(`Against ${baseline}: ${gate.outcome} (exit code ${gate.exitCode})`);
  for (const sentence of gate.sentences) out.text(sentence);
  if (kept) out.line(`Evaluation ${id} in workspace ${workspace_id}`);
}

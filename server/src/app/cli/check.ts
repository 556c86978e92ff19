import { answer, type Schemas } from '@touchstone/client';
import { usd } from '@touchstone/report/figures';
import { checkStack } from './check-stack.ts';
import { readDefinition, toNewEvaluation } from './eval/run/definition.ts';
import { prepareWorkspace } from './eval/run/store-definition.ts';
import { untilInterrupted } from './eval/run/watch-run.ts';
import { NAMED_SERVICE_FLAGS, NAMED_SERVICE_HELP } from './service/named-service.ts';
import { namedServer, openService } from './service/service.ts';
import { command, UsageError } from './terminal/arguments.ts';
import { createOutput, type Output } from './terminal/output.ts';

const FLAGS = {
  ...NAMED_SERVICE_FLAGS,
  workspace: { type: 'string' },
  stack: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone check FILE, or touchstone check --stack NAME: send one request to each target and judge before a run

Sends one request with the parameters of the run to each, and reports which respond, which are refused and why, and which
parameters they reject. Each is one call, which may cost money; it is aborted after the first token.

  --stack NAME          Instead of a file: a stack of a running service, by name or id
  --workspace NAME      A workspace, by name or id; without it, a file is checked in a temporary one
  --json                Prints JSON
  --help                This text

A file is checked in a temporary service with the providers of TOUCHSTONE_CONFIG, unless --url is set.

${NAMED_SERVICE_HELP}
Exit codes: 0 all passed, 1 one was refused, failed, did not respond within 8 s, another model responded, or a
judge's response cannot be read, 2 wrong usage, 3 error
`;

type Checked = Schemas['PreflightResult'];

export const runCheck = command('check', FLAGS, HELP, async ({ values, positionals }) => {
  const [file, ...more] = positionals;
  if ((file === undefined) === (values.stack === undefined) || more.length > 0)
    throw new UsageError('touchstone check needs one file, or --stack; see --help.');
  if (file === undefined) return checkStack(values, values.stack ?? '');
  return untilInterrupted(async (signals, signal) => {
    const definition = await readDefinition(file);
    const server = { url: values.url, key: values.key, keyFile: values['key-file'] };
    const service = await openService(await namedServer(server), signal);
    try {
      const { client } = service;
      const workspace = values.workspace ?? definition.workspace;
      const prepared = await prepareWorkspace(service, definition, { workspace, signal });
      const params = { path: { workspace_id: prepared.workspaceId } };
      const body = toNewEvaluation(definition, prepared);
      try {
        const result = await answer(
          client.POST('/workspaces/{workspace_id}/evaluations/preflight', { params, body }),
        );
        if (values.json === true) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
        else printChecked(createOutput(process.stdout), result);
        return [...result.targets, ...result.judges].every(({ status }) => status === 'passed') ? 0 : 1;
      } finally {
        if (workspace === undefined) await client.DELETE('/workspaces/{workspace_id}', { params });
      }
    } finally {
      await service.stop((step) => signals.nowStopping(step));
    }
  });
});

/** Prints one row per target and judge, then warnings and the cost. */
export function printChecked(out: Output, { targets, judges, cost_usd, warnings = [] }: Checked): void {
  const rows = [
    ...targets.map((one) => ({ ...one, label: one.target_label, as: 'target' })),
    ...judges.map((one) => ({ ...one, label: one.judge, as: 'judge' })),
  ].map(({ label, as, status, returned_model, first_token_ms }) => [
    label,
    as,
    status.replaceAll('_', ' '),
    first_token_ms === null ? '' : `${first_token_ms} ms`,
    returned_model ?? '',
  ]);
  if (rows.length === 0) out.text('No target needs a check.');
  else out.table(['asked', 'as', 'status', 'first token', 'answered as'], rows, ['first token']);
  for (const warning of warnings) out.text(warning);
  if (cost_usd !== null) out.text(`Cost: ${usd(cost_usd)}`);
}

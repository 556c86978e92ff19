import { answer, type Schemas } from '@touchstone/client';
import { usd } from '@touchstone/report/figures';
import {
  chooseWorkspace,
  clientFor,
  findService,
  findStack,
  NAMED_SERVICE_FLAGS,
  NAMED_SERVICE_HELP,
  reportFailure,
} from './service/named-service.ts';
import { command, refuseMoreWords, UsageError } from './terminal/arguments.ts';
import { plainText } from './terminal/plain-text.ts';

const FLAGS = {
  ...NAMED_SERVICE_FLAGS,
  workspace: { type: 'string' },
  input: { type: 'string' },
  field: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone try STACK --input "TEXT": send one item to the application or model of a stack, by its name or id

Shows the request, the response, and the value at each path of its endpoint. This is one call, which may cost money.

${NAMED_SERVICE_HELP}
  --workspace NAME      A workspace, by name or id; optional if there is only one
  --input TEXT          The user's message
  --field NAME=VALUE    A field of the item, for {{fields.NAME}}; may be repeated
  --json                Prints JSON
  --help                This text

Exit codes: 0 answered, 1 the application failed, 2 wrong usage
`;

type Result = Schemas['StackTrialResult'];

export const runTry = command('try', FLAGS, HELP, async ({ values, positionals }) => {
  const [stack = '', ...more] = positionals;
  refuseMoreWords('try', more);
  const { input } = values;
  if (stack === '' || !input) throw new UsageError('touchstone try needs a stack and --input; see --help.');
  const fields = Object.fromEntries((values.field ?? []).map(readField));
  const client = clientFor(await findService(values), new AbortController().signal);
  try {
    const workspace_id = await chooseWorkspace(client, values.workspace);
    const stack_id = await findStack(client, workspace_id, stack);
    const params = { path: { workspace_id } };
    const result = await answer(
      client.POST('/workspaces/{workspace_id}/stacks/try', { params, body: { stack_id, input, fields } }),
    );
    process.stdout.write(values.json === true ? `${JSON.stringify(result, null, 2)}\n` : describe(result));
    return result.error === null ? 0 : 1;
  } catch (error) {
    return reportFailure(error, 1);
  }
});

function readField(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--field must be NAME=VALUE, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function describe({
  request,
  status,
  body,
  found,
  answer: said,
  error,
  latency_ms,
  cost_usd,
}: Result): string {
  const lines = [
    `${request.method} ${request.url}`,
    JSON.stringify(request.body, null, 2),
    '',
    `${status === null ? 'No response' : `Status ${status}`} after ${Math.round(latency_ms)} ms`,
    ...(body === null ? [] : [body]),
    '',
    ...found.map(
      ({ pointer, path, value, missing }) =>
        `${pointer} ${path}: ${missing === undefined ? JSON.stringify(value) : `no value; ${missing}`}`,
    ),
    '',
    error === null ? `Answer: ${said}` : `Failed: ${error}`,
    `Cost: ${usd(cost_usd, 'not known')}`,
  ];
  return `${plainText(lines.join('\n'))}\n`;
}

import { answer } from '@touchstone/client';
import { chooseWorkspace, clientFor, findService, findStack } from './service/named-service.ts';
import { plainText } from './terminal/plain-text.ts';

const INPUT = 'Reply with one word.';

/** Sends one request to a saved stack. Resolves to the exit code: 1 if it is refused or fails. */
export async function checkStack(
  flags: Parameters<typeof findService>[0] & { workspace?: string; json?: boolean },
  stack: string,
): Promise<number> {
  const client = clientFor(await findService(flags), new AbortController().signal);
  const workspace_id = await chooseWorkspace(client, flags.workspace);
  const body = { stack_id: await findStack(client, workspace_id, stack), input: INPUT };
  const params = { path: { workspace_id } };
  const result = await answer(client.POST('/workspaces/{workspace_id}/stacks/try', { params, body }));
  const { error, outcome, model, first_token_ms, learned = [] } = result;
  if (flags.json === true) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else {
    const state = outcome ?? (error === null ? 'passed' : 'failed');
    const lines = [
      `${stack}: ${state.replaceAll('_', ' ')}${model === null ? '' : ` (${model})`}${first_token_ms === null ? '' : `, first token after ${Math.round(first_token_ms)} ms`}`,
      ...(error === null ? [] : [error]),
      ...learned.map((sentence) => `${sentence}.`),
    ];
    process.stdout.write(`${plainText(lines.join('\n'))}\n`);
  }
  return error === null ? 0 : 1;
}

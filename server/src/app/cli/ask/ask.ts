import { answer, readAnswer, type Schemas } from '@touchstone/client';
import { createLog } from '../../../kernel/log.ts';
import {
  chooseWorkspace,
  clientFor,
  findService,
  NAMED_SERVICE_FLAGS,
  NAMED_SERVICE_HELP,
  reportFailure,
} from '../service/named-service.ts';
import { command, UsageError } from '../terminal/arguments.ts';
import { plainText } from '../terminal/plain-text.ts';
import { catchStopSignals } from '../terminal/stop-signals.ts';

const FLAGS = {
  ...NAMED_SERVICE_FLAGS,
  workspace: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone ask "QUESTION": ask a question in a workspace; prints the answer as it is written, then its sources

The question and its answer are stored in the workspace's conversation. Begin the question with a name such as
@researcher to choose the agent.

${NAMED_SERVICE_HELP}
  --workspace NAME      A workspace, by name or id; optional if there is only one
  --json                Prints the answer's message as JSON, when it is complete
  --help                This text

Exit codes: 0 answered, 1 failed, stopped or deleted, 2 wrong usage, 130 interrupted (the answer is stopped)
`;

const INTERRUPTED_EXIT_CODE = 130;

type Message = Schemas['Message'];

export const runAsk = command('ask', FLAGS, HELP, async ({ values, positionals }) => {
  const content = positionals.join(' ').trim();
  if (content === '') throw new UsageError('touchstone ask needs a question; see --help.');
  const signals = catchStopSignals(createLog('warn'));
  const stop = new AbortController();
  void signals.first.then(() => stop.abort());
  const service = await findService(values);
  try {
    const client = clientFor(service, stop.signal);
    const workspaceId = await chooseWorkspace(client, values.workspace);
    const params = { path: { workspace_id: workspaceId } };
    const asked = await answer(
      client.POST('/workspaces/{workspace_id}/messages', { params, body: { content } }),
    );
    const at = { workspace_id: workspaceId, message_id: asked.answer_id ?? asked.id };
    const url = `${service.url}/workspaces/${at.workspace_id}/messages/${at.message_id}`;
    const whole = await print(url, { key: service.key, signal: stop.signal, isQuiet: values.json === true });
    if (stop.signal.aborted) {
      const after = clientFor(service, AbortSignal.timeout(5000));
      await after.POST('/workspaces/{workspace_id}/messages/{message_id}/stop', { params: { path: at } });
      return INTERRUPTED_EXIT_CODE;
    }
    return end(whole, values.json === true);
  } catch (error) {
    if (signals.received()) return INTERRUPTED_EXIT_CODE;
    return reportFailure(error, 1);
  }
});

/** Prints an answer while it is written; resolves to the complete answer, or null if it was deleted. */
async function print(
  url: string,
  { key, signal, isQuiet }: { key: string | undefined; signal: AbortSignal; isQuiet: boolean },
): Promise<Message | null> {
  let printed = 0;
  let content = '';
  let whole: Message | null = null;
  for await (const { event, data } of readAnswer(url, { signal, ...(key !== undefined && { key }) })) {
    if (event === 'delta') content += data.text;
    if (event === 'message' || event === 'done') content = data.content;
    if (event === 'done') whole = data;
    if (!isQuiet) process.stdout.write(plainText(content.slice(printed)));
    printed = Math.max(printed, content.length);
  }
  return whole;
}

function end(whole: Message | null, asJson: boolean): number {
  if (asJson) process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
  else process.stdout.write(`\n${whole ? notShown(whole).map(quoted).join('') : ''}`);
  if (whole?.status === 'complete') return 0;
  const why = whole === null ? 'The answer was deleted.' : (whole.error?.detail ?? 'The answer was stopped.');
  process.stderr.write(`${why}\n`);
  return 1;
}

/** Citations of an answer, except passages that it already shows in full. */
function notShown({ content, citations }: Message): Message['citations'] {
  return citations.filter(({ quote }) => !content.includes(`\n${quote}\n\`\`\``));
}

function quoted({ mark, quote, source_title: title, location, url }: Message['citations'][number]): string {
  const { page, path, start_line: line, start_seconds: second } = location;
  const place = [
    page !== undefined && `page ${page}`,
    path !== undefined && `${path}${line === undefined ? '' : `:${line}`}`,
    second !== undefined && `second ${Math.floor(second)}`,
  ].filter((one) => one !== false);
  const where = [title, ...place, ...(url === null ? [] : [url])].join(', ');
  return `\n[${mark}] “${plainText(quote)}”\n    ${plainText(where)}\n`;
}

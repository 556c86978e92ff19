import { createParser } from 'eventsource-parser';
import type { McpService } from './mcp-service.ts';

/** The fields of a protocol message that matter for forwarding it. */
export interface Message {
  id?: string | number | null;
  method?: string;
  params?: { [name: string]: unknown; _meta?: Record<string, unknown> };
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** The parameter that the header Mcp-Name repeats, by method. */
const NAME_PARAMETER_BY_METHOD: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The outcome of a message that was sent to the service. */
export type ForwardResult =
  | { kind: 'answered' }
  /** Nothing was done, so the message can be sent again to another address. */
  | { kind: 'unreached'; why: string }
  | { kind: 'failed'; why: string; data?: unknown };

/**
 * Sends one message over streamable HTTP and passes on each message that comes back. `text` is the unchanged JSON, so
 * that the service validates it.
 */
export async function forwardMessage(
  { url, key }: McpService,
  text: string,
  message: Message,
  {
    version,
    signal,
    tell,
  }: { version: string | undefined; signal: AbortSignal; tell: (json: string) => void },
): Promise<ForwardResult> {
  let response: Response;
  try {
    response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: headersOf(message, key, version),
      body: text,
      signal,
    });
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') return { kind: 'unreached', why: 'nothing responds at its address' };
    return { kind: 'failed', why: `the connection ended (${code ?? (error as Error).message})` };
  }
  try {
    return await answer(response, tell, message.id);
  } catch (error) {
    return { kind: 'failed', why: `the response was interrupted (${(error as Error).message})` };
  }
}

async function answer(
  response: Response,
  tell: (json: string) => void,
  id: Message['id'],
): Promise<ForwardResult> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    const parser = createParser({ onEvent: ({ data }) => tell(data) });
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
    return { kind: 'answered' };
  }
  const text = await response.text();
  const refusal = response.ok || !type.startsWith('application/json') ? undefined : JSON.parse(text);
  // Without its id, the client would not know which request was refused.
  const isUnnamed = refusal?.error !== undefined && refusal.id === null && id !== undefined;
  if (type.startsWith('application/json')) tell(isUnnamed ? JSON.stringify({ ...refusal, id }) : text);
  if (response.ok || type.startsWith('application/json')) return { kind: 'answered' };
  const problem = type.startsWith('application/problem+json') ? JSON.parse(text) : undefined;
  const why = problem === undefined ? `HTTP ${response.status}` : `${problem.code}: ${problem.detail}`;
  // The token of a service changes with its process, so another process runs there now.
  if (response.status === 401) return { kind: 'unreached', why };
  return { kind: 'failed', why, data: problem };
}

function headersOf(
  { method, params }: Message,
  key: string | undefined,
  negotiated: string | undefined,
): Record<string, string> {
  const claimed = params?._meta?.[VERSION_KEY];
  const version = typeof claimed === 'string' ? claimed : negotiated;
  const name = method === undefined ? undefined : params?.[NAME_PARAMETER_BY_METHOD[method] ?? ''];
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(version !== undefined && { 'mcp-protocol-version': fieldValue(version) }),
    ...(typeof claimed === 'string' && method !== undefined && { 'mcp-method': fieldValue(method) }),
    ...(typeof claimed === 'string' && typeof name === 'string' && { 'mcp-name': fieldValue(name) }),
  };
}

/** Header values are visible ASCII; anything else is encoded as the protocol requires. */
function fieldValue(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

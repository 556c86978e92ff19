import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, parseJson } from '../../../kernel/json.ts';
import { readLinesOfStream } from '../../../kernel/lines.ts';
import { type ForwardResult, forwardMessage, type Message } from './forward.ts';
import type { McpServices } from './mcp-service.ts';

export interface StdioProxyOptions {
  input: Readable;
  /** Receives protocol messages, one per line, and nothing else. */
  output: Writable;
  services: McpServices;
  /** Aborted when the process must end. */
  signal: AbortSignal;
}

const PARSE_ERROR = -32_700;
const SERVER_ERROR = -32_603;
/** Time limit for responses after the input has ended. */
const LAST_ANSWERS_WITHIN_MS = 5000;

/**
 * Forwards the messages of an MCP client on stdin and stdout to a service, until its input ends. Each is a separate
 * HTTP request, so a restart of the service goes unnoticed.
 */
export async function proxyStdio({ input, output, services, signal }: StdioProxyOptions): Promise<void> {
  const running = new Map<string | number, AbortController>();
  const ended = new AbortController();
  const write = (json: string) => {
    if (!ended.signal.aborted) output.write(`${json.replaceAll(/[\r\n]+/g, ' ')}\n`);
  };
  const writeError = (id: Message['id'], code: number, message: string, data?: unknown) =>
    write(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, data } }));
  // The protocol version from the handshake; it applies to all later messages of the older protocol.
  let version: string | undefined;

  async function send(text: string, message: Message, stop: AbortSignal): Promise<ForwardResult> {
    const tell = (json: string) => {
      if (message.method === 'initialize') version = negotiatedIn(json) ?? version;
      write(json);
    };
    const how = { version, signal: stop, tell };
    const service = await services.find();
    const first = await forwardMessage(service, text, message, how);
    return first.kind === 'unreached'
      ? forwardMessage(await services.find(service), text, message, how)
      : first;
  }

  async function handle(text: string): Promise<void> {
    const message = messageIn(text);
    if (message === null) return writeError(null, PARSE_ERROR, 'This line is not a JSON-RPC message.');
    const { id, method, params } = message;
    if (method === 'notifications/cancelled') {
      // Over HTTP, a request is cancelled by closing it.
      running.get(params?.requestId as string | number)?.abort();
      return;
    }
    const stop = new AbortController();
    if (id !== undefined && id !== null) running.set(id, stop);
    try {
      const outcome = await send(text, message, AbortSignal.any([stop.signal, ended.signal]));
      if (outcome.kind === 'answered' || stop.signal.aborted || id === undefined) return;
      const data = outcome.kind === 'failed' ? outcome.data : undefined;
      writeError(id, SERVER_ERROR, `The service did not answer: ${outcome.why}.`, data);
    } catch (error) {
      if (id !== undefined)
        writeError(id, SERVER_ERROR, `The service did not start: ${(error as Error).message}`);
    } finally {
      if (id !== undefined && id !== null) running.delete(id);
    }
  }

  // An abort signal that has already fired emits no event, and the process may be stopped while its service starts.
  if (signal.aborted) return;
  output.on('error', () => ended.abort());
  const open = new Set<Promise<void>>();
  for await (const line of readLinesOfStream(input, AbortSignal.any([signal, ended.signal]))) {
    if (line.trim() === '') continue;
    const handled = handle(line).finally(() => open.delete(handled));
    open.add(handled);
  }
  await waitForSettled(LAST_ANSWERS_WITHIN_MS, open, AbortSignal.any([signal, ended.signal]));
  ended.abort();
  await Promise.all(open);
}

/** Resolves once all have settled, the time is over, or the signal is aborted. */
async function waitForSettled(ms: number, all: Iterable<Promise<void>>, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  const patience = sleep(ms, undefined, { signal: AbortSignal.any([signal, settled.signal]) });
  await Promise.race([Promise.all(all), patience.catch(() => {})]);
  settled.abort();
}

function messageIn(text: string): Message | null {
  const message = parseJson(text);
  return isObject(message) ? (message as Message) : null;
}

function negotiatedIn(json: string): string | undefined {
  const { result } = JSON.parse(json) as { result?: { protocolVersion?: string } };
  return result?.protocolVersion;
}

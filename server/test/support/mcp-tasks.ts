import { setTimeout as sleep } from 'node:timers/promises';
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';
import type { McpClient } from './mcp-client.ts';

const VERSION = '2026-07-28';
const CAPABILITIES = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const CLIENT = { name: 'test', version: '1.0.0' };
const NAMED_BY = { 'tools/call': 'name' } as Record<string, string>;

/** Sends one message of 2026-07-28 as it is, and answers the answer; while nothing answers there it tries again. */
export interface RawMcp {
  send(method: string, params: Record<string, unknown>, capabilities?: object): Promise<Answer>;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON-RPC answer; what a test expects of it is what it asserts.
type Answer = any;

export function rawMcp(url: string, headers: Record<string, string>): RawMcp {
  let id = 0;
  return {
    async send(method, params, capabilities = CAPABILITIES) {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientInfo': CLIENT,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      };
      const message = { jsonrpc: '2.0', id: ++id, method, params: { ...params, _meta } };
      return post(url, headers, message);
    },
  };
}

async function post(
  url: string,
  headers: Record<string, string>,
  message: { method: string; params: Record<string, unknown> },
): Promise<Answer> {
  const { method, params } = message;
  const name = params[NAMED_BY[method] ?? 'taskId'];
  for (;;) {
    const answered = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
        ...headers,
      },
      body: JSON.stringify(message),
    })
      .then((response) => response.json() as Promise<Answer>)
      .catch(() => null);
    if (answered) return answered;
    await sleep(50);
  }
}

/** The official client of the tasks extension, on a connected client of 2026-07-28. */
export function taskSession({ client }: McpClient, url: string, headers: Record<string, string>) {
  let id = 0;
  return createTaskSessionFromClient(client, {
    endpointId: url,
    async rawDispatch(request) {
      const message = { jsonrpc: '2.0', id: ++id, ...(request as { method: string; params: object }) };
      const { result, error } = await post(url, headers, message as never);
      return error === undefined ? { kind: 'result', result } : { kind: 'error', error };
    },
    v2RequestFraming: { protocolVersion: VERSION, clientInfo: CLIENT, clientCapabilities: CAPABILITIES },
  });
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../../scripts/lib/node-flags.mjs';
import { CLI, compileCache } from './cli-process.ts';

/** The generations of the protocol that the service speaks, newest first. */
export const MCP_VERSIONS = ['2026-07-28', '2025-11-25'] as const;
export type McpVersion = (typeof MCP_VERSIONS)[number];

/** What a tool answered: its output, or the sentence of a refusal. */
export interface Called {
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is what it asserts.
  output: any;
  refused: string | null;
}

/** The official client, connected in one version of the protocol. */
export interface McpClient {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

function newClient(version: McpVersion): Client {
  const mode = version === '2026-07-28' ? { pin: version } : ('legacy' as const);
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
}

export async function connectMcp(
  url: string,
  version: McpVersion,
  headers: Record<string, string> = {},
): Promise<McpClient> {
  const client = newClient(version);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return wrap(client);
}

/** How an MCP client starts `touchstone mcp`: without the settings of this machine. */
export function mcpCommand(args: string[], env: Record<string, string> = {}) {
  return {
    command: process.execPath,
    args: [...SERVICE_FLAGS, CLI, 'mcp', ...args],
    env: { ...SERVICE_ENV, ...compileCache(), PATH: process.env.PATH ?? '', ...env },
    stderr: 'inherit' as const,
  };
}

/**
 * The official client over the stdin and stdout of a process. Closing it ends the input and waits for the process: the
 * client's own way kills it after four seconds, which a service on a busy machine needs to stop.
 */
export async function connectStdio(transport: StdioClientTransport, version: McpVersion): Promise<McpClient> {
  const client = newClient(version);
  await client.connect(transport);
  const child = Reflect.get(transport, '_process') as ChildProcess;
  const close = async () => {
    const ended = child.exitCode === null && once(child, 'exit');
    child.stdin?.end();
    await ended;
    await client.close();
  };
  return { ...wrap(client), close };
}

function wrap(client: Client): McpClient {
  return {
    client,
    async call(name, args = {}) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      return isError ? { output: undefined, refused: text } : { output: structuredContent, refused: null };
    },
    close: () => client.close(),
  };
}

import type { McpHttpHandler, McpRequestContext } from '@modelcontextprotocol/server';
import type { Actor } from '../../kernel/actor.ts';
import type { Log } from '../../kernel/log.ts';
import type { Tools } from '../tools/tools.ts';
import type { Resources } from './resources.ts';

export interface McpOptions {
  tools: Tools;
  resources: Resources;
  version: string;
  log: Log;
}

export type Mcp = ReturnType<typeof createMcp>;

/** Maximum streams that wait for changes of lists, which rarely change. */
const MAX_SUBSCRIPTIONS = 100;

/**
 * The endpoint for MCP clients. It is stateless: each message is processed by its own server, which acts as the actor
 * that sent it. Both protocol versions are served: 2026-07-28, in which every request states its version, and
 * 2025-11-25, which begins with a handshake.
 */
export function createMcp(options: McpOptions) {
  const { log } = options;
  let handler: Promise<McpHttpHandler> | null = null;

  // Loaded with the first message: the protocol's library takes a tenth of a start and 9 MB (`bench/start.ts`).
  async function load(): Promise<McpHttpHandler> {
    const { createMcpHandler, createMcpServer } = await import('./mcp-server.ts');
    return createMcpHandler(
      (context) => createMcpServer(options, actorOf(context), context.era === 'modern'),
      {
        maxSubscriptions: MAX_SUBSCRIPTIONS,
        onerror: (err) => log.debug({ err }, 'an MCP message was refused'),
      },
    );
  }

  return {
    /** Responds to one JSON-RPC message received over HTTP, whose body is already parsed. */
    async answer(actor: Actor, request: Request, body: unknown): Promise<Response> {
      handler ??= load();
      const authInfo = { token: '', clientId: actor.id, scopes: [], extra: { actor } };
      return (await handler).fetch(request, { authInfo, parsedBody: body });
    },
    /** Ends responses in progress. */
    stop: async (): Promise<void> => (await handler)?.close(),
  };
}

function actorOf({ authInfo }: McpRequestContext): Actor {
  return (authInfo as unknown as { extra: { actor: Actor } }).extra.actor;
}

import type { FastifyError } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import type { Access } from '../../platform/access/access.ts';
import { credentialsOf } from '../../platform/http/access-hooks.ts';
import type { AnyReply, AnyRequest, App } from '../../platform/http/app-type.ts';
import type { Mcp } from './mcp.ts';

/** The limit of an evaluation's inputs. */
const MESSAGE_BYTES = 16_000_000;

/** One message: both protocol versions have no batches, which would be many calls that count as one. */
const Message = Type.Object({}, { additionalProperties: true });

/** The endpoint for MCP clients. The protocol describes itself to them, so the OpenAPI document omits it. */
export function mcpRoutes(
  app: App,
  { mcp, access }: { mcp: Mcp; access: Pick<Access, 'checkOrigin'> },
): void {
  app.post(
    '/mcp',
    {
      config: { role: 'viewer' },
      bodyLimit: MESSAGE_BYTES,
      schema: { hide: true, body: Message },
      errorHandler: answerBadText,
    },
    async (request, reply) => {
      // A page of another site is refused even with a key, as the protocol requires.
      access.checkOrigin(credentialsOf(request));
      return reply.send((await mcp.answer(request.actor, webRequest(request), request.body)) as never);
    },
  );
}

/** JSON-RPC 2.0: invalid params. */
const INVALID_PARAMS = -32602;

/**
 * A JSON message with NUL or a lone surrogate in a text gets an error of the protocol, without an id, because the
 * message was not processed. Other errors are the usual problems.
 */
function answerBadText(error: FastifyError, request: AnyRequest, reply: AnyReply): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_string')
    return request.server.errorHandler(error, request, reply);
  const { code, message, errors } = error;
  const refusal = { code: INVALID_PARAMS, message: `${code}: ${message}`, data: { errors } };
  return reply.code(400).send({ jsonrpc: '2.0', id: null, error: refusal } as never);
}

/** The request as a web `Request`; its body was already read. */
function webRequest({ headers, signal, host, url }: AnyRequest): Request {
  const plain = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(`http://${host}${url}`, { method: 'POST', headers: plain, signal });
}

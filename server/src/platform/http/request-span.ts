import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSpan, type OpenSpan } from '../../kernel/span.ts';
import type { App } from './app-type.ts';

/** A request, from its arrival to the end of its response. */
export interface RequestBegun {
  method: string;
  /** The pattern of the address; null if none matches. */
  route: string | null;
  /** Milliseconds since 1970. */
  arrivedAt: number;
  /** The header as the client sent it, which names the trace of the request. */
  traceparent: string | undefined;
  requestId: string;
}

export const requestSpan = createSpan<RequestBegun, { status: number }>('http.request');

/**
 * Opens the span of each request. Returns a function that finds the span, to end it with the response. It opens when
 * the handler begins, because reading a body loses the async context of the hooks before, but counts from the arrival.
 * A request that is refused earlier has an empty span.
 */
export function followRequests(
  app: App,
): (request: FastifyRequest, reply: FastifyReply) => OpenSpan<{ status: number }> {
  const open = new WeakMap<FastifyRequest, OpenSpan<{ status: number }>>();
  app.addHook('preHandler', (request, reply, done) => {
    if (!requestSpan.isFollowed) return done();
    open.set(request, requestSpan.open(begun(request, reply), done));
  });
  return (request, reply) => open.get(request) ?? requestSpan.open(begun(request, reply), () => {});
}

function begun(
  { method, routeOptions, headers, id }: FastifyRequest,
  { elapsedTime }: FastifyReply,
): RequestBegun {
  return {
    method,
    route: routeOptions.url ?? null,
    arrivedAt: Date.now() - elapsedTime,
    traceparent: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
    requestId: id,
  };
}

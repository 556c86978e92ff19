import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSpan, type OpenSpan } from '../../kernel/span.ts';
import type { App } from './app-type.ts';

/** A request, from its arrival to the end of its answer. */
export interface RequestBegun {
  method: string;
  /** The pattern of the address; null where none fits it. */
  route: string | null;
  /** Milliseconds since 1970. */
  arrivedAt: number;
  /** As the client sent it: the trace that the request belongs to. */
  traceparent: string | undefined;
  requestId: string;
}

export const requestSpan = createSpan<RequestBegun, { status: number }>('http.request');

/**
 * Opens the span of each request; answers what finds it again, to be ended with the answer. It opens where the handler
 * begins, since reading a body leaves the async context of the hooks before it, and is counted from the arrival. What is
 * refused before has a span with nothing in it.
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

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Actor, Role } from '../../kernel/actor.ts';
import type { OperationId } from '../access/operations.ts';

/** The Fastify instance for routes: their schemas give the types of the handlers. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export type AnyRequest = FastifyRequest;
export type AnyReply = FastifyReply;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Set before validation on every route that is not `open`. */
    actor: Actor;
    /** `hashJson` of a large body with an Idempotency-Key, computed where the body was read. */
    bodyHash: string | null;
  }
  interface FastifyContextConfig {
    /**
     * The minimum role of a key; `open` needs no key. Set by routes outside the OpenAPI document; otherwise the
     * operation decides.
     */
    role?: Role | 'open';
    /** The operation of the route, which decides who may use it. */
    operation?: OperationId;
    /** The handler reads the body as bytes; the route defines its media types. */
    rawBody?: boolean;
    /** Maximum bytes of such a body in memory at once. Absent: it is streamed in small pieces. */
    heldBytes?: number;
  }
}

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

/** The Fastify instance that routes are registered on: schemas of routes give the types of handlers. */
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
    /** `hashJson` of a large body with an Idempotency-Key, found where the body was read. */
    bodyHash: string | null;
  }
  interface FastifyContextConfig {
    /** The least role a key needs; `open` = no key at all. Named by routes that the document leaves out, else by the operation. */
    role?: Role | 'open';
    /** The operation that the route is; it says who may use it. */
    operation?: OperationId;
    /** The body is the handler's to read, as bytes; its media types are the route's own. */
    rawBody?: boolean;
    /** Maximum bytes of such a body in memory at once. Absent: it is streamed in small pieces. */
    heldBytes?: number;
  }
}

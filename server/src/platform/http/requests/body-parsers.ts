import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../kernel/errors.ts';
import type { AnyRequest, App } from '../app-type.ts';
import { readBody } from '../read-body.ts';
import { limitBodyMemory } from './body-budget.ts';
import type { JsonReader } from './json-reader.ts';

/**
 * Parses JSON (also as a merge patch) strictly. Every other media type is 415, except on routes that read raw bytes
 * themselves.
 */
export function addBodyParsers(
  app: App,
  { bodyLimit, bodiesLimit, json }: { bodyLimit: number; bodiesLimit: number; json: JsonReader },
): void {
  const limitOf = ({ routeOptions }: AnyRequest) => Math.min(routeOptions.bodyLimit, bodyLimit);
  app.decorateRequest('bodyHash', null);
  limitBodyMemory(app, limitOf, Math.max(bodiesLimit, bodyLimit));
  const invited = new WeakSet<AnyRequest>();
  app.addHook('onRequest', async (request, { raw }) => {
    // A client that asks first (Expect: 100-continue) is told to continue after the access check, if its body is small
    // enough.
    if (!awaitsContinue(request) || request.is404) return;
    if (Number(request.headers['content-length'] ?? 0) > limitOf(request)) return;
    raw.writeContinue();
    invited.add(request);
  });
  app.addHook('onSend', async (request, reply) => {
    // The client may send the body anyway, so it is unclear whether the next data on the connection is the body or a
    // request.
    if (awaitsContinue(request) && !invited.has(request)) reply.header('connection', 'close');
  });
  app.addHook('onRequest', async (request, reply) => {
    // Compressed bodies are refused, because their uncompressed size is not known beforehand.
    const coding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
    if (request.is404 || coding === 'identity') return;
    // RFC 9110, section 12.5.3: a 415 for a content coding lists the accepted ones.
    reply.header('accept-encoding', 'identity');
    throw new AppError(
      'unsupported_media_type',
      `A body with Content-Encoding: ${coding} is not accepted; send it uncompressed.`,
      { errors: [{ pointer: '/content-encoding', detail: 'must be identity or omitted' }] },
    );
  });
  app.addHook('onRoute', ({ schema }) => {
    // A route without query parameters accepts none.
    if (schema && !schema.hide)
      schema.querystring ??= { type: 'object', properties: {}, additionalProperties: false };
  });
  app.addHook('preValidation', async (request) => {
    const { schema, config } = request.routeOptions;
    if (request.is404 || schema?.body || config.rawBody || isEmpty(request.body)) return;
    throw new AppError('invalid_request', 'This request must not have a body.', {
      errors: [{ pointer: '', detail: 'is not accepted here' }],
    });
  });
  app.addHook('onSend', async ({ raw, routeOptions }) => {
    // What the handler did not read is discarded, so that the sender sees the reason.
    if (routeOptions.config.rawBody) raw.resume();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    async (request: AnyRequest, payload: IncomingMessage) => {
      const bytes = await readBody(payload, limitOf(request));
      requireUtf8(request);
      // A POST without a body may still declare JSON, as many clients always do.
      if (bytes.length === 0) return undefined;
      const { value, hash } = await json.read(bytes, request.headers['idempotency-key'] !== undefined);
      request.bodyHash = hash;
      return value;
    },
  );
  app.addContentTypeParser('*', async (request: AnyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.rawBody) return keptOpen(payload);
    const bytes = await readBody(payload, limitOf(request));
    if (bytes.length === 0) return undefined;
    throw new AppError(
      'unsupported_media_type',
      `${request.headers['content-type'] ? 'This media type' : 'A body without a Content-Type'} is not accepted here; send application/json.`,
    );
  });
}

const awaitsContinue = ({ headers }: AnyRequest) => headers.expect?.toLowerCase() === '100-continue';

/** RFC 8259, 8.1: JSON is UTF-8. Another charset would be decoded wrongly without an error. */
function requireUtf8({ headers }: AnyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new AppError(
    'unsupported_media_type',
    'JSON must be UTF-8; encode the body in UTF-8, and omit charset.',
    {
      errors: [{ pointer: '/content-type', detail: 'must have charset utf-8 or none' }],
    },
  );
}

/** A stream whose reader can stop early without closing the connection. */
function keptOpen(stream: IncomingMessage): IncomingMessage {
  return Object.assign(stream, {
    [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }),
  });
}

/** No body, or the `{}` that many clients send instead. */
function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
}

import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../kernel/errors.ts';
import type { AnyRequest, App } from '../app-type.ts';
import { readBody } from '../read-body.ts';
import { limitBodyMemory } from './body-budget.ts';
import type { JsonReader } from './json-reader.ts';

/**
 * JSON (also as a merge patch) is parsed strictly; every other media type is 415, except on routes that
 * read raw bytes themselves.
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
    // A client that asks first (Expect: 100-continue) is told to continue after access is checked, if its body is
    // small enough.
    if (!awaitsContinue(request) || request.is404) return;
    if (Number(request.headers['content-length'] ?? 0) > limitOf(request)) return;
    raw.writeContinue();
    invited.add(request);
  });
  app.addHook('onSend', async (request, reply) => {
    // Whether it sends the body all the same is open: what comes next on the connection could be that or a request.
    if (awaitsContinue(request) && !invited.has(request)) reply.header('connection', 'close');
  });
  app.addHook('onRequest', async (request, reply) => {
    // Bodies are taken as they are: the size of what a compressed one unfolds to is not known beforehand.
    const coding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
    if (request.is404 || coding === 'identity') return;
    // RFC 9110, section 12.5.3: a 415 for a content coding says which ones are taken.
    reply.header('accept-encoding', 'identity');
    throw new AppError(
      'unsupported_media_type',
      `A body with Content-Encoding: ${coding} is not accepted; send it uncompressed.`,
      { errors: [{ pointer: '/content-encoding', detail: 'must be identity or omitted' }] },
    );
  });
  app.addHook('onRoute', ({ schema }) => {
    // A route that names no query parameters takes none.
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
    // What the handler did not want to read is thrown away, so that its sender gets to see why.
    if (routeOptions.config.rawBody) raw.resume();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    async (request: AnyRequest, payload: IncomingMessage) => {
      const bytes = await readBody(payload, limitOf(request));
      requireUtf8(request);
      // A POST without a body may still announce JSON: many clients always do.
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

/** RFC 8259, 8.1: JSON is UTF-8; another charset would be read wrongly, not refused. */
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

/** The stream; a reader that stops before its end does not close the connection. */
function keptOpen(stream: IncomingMessage): IncomingMessage {
  return Object.assign(stream, {
    [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }),
  });
}

/** Nothing, or the `{}` that many clients send where there is nothing to say. */
function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
}

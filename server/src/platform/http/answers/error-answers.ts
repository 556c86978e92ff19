import type { Duplex } from 'node:stream';
import type { FastifyError } from 'fastify';
import { AppError, ERRORS, type ErrorCode } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { AnyReply, AnyRequest, App } from '../app-type.ts';
import { newRequestId } from '../requests/request-id.ts';
import { toProblem } from './problem.ts';

/** The codes of this service for the framework's own errors. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The page for a person whose address cannot be read; null if a problem is returned instead. */
type FindErrorPage = (request: AnyRequest, basePath: string) => string | null;

/**
 * Every response other than 2xx is made here; nothing else chooses a status code. An `AppError` has its own; the
 * framework's errors are translated; everything else is a defect, which is logged in full and returned as `internal`.
 */
export function addErrorAnswers(
  app: App,
  { log, basePath, pageOf }: { log: Log; basePath: string; pageOf: FindErrorPage },
): void {
  const answer = problemsAt(basePath);
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = toAppError(error);
    const said = { err: error, id: request.id, url: request.url };
    if (hasLeft(request, error)) log.debug({ id: request.id, url: request.url }, 'a client left early');
    // Logged as a normal request, because it shows that the service is busy, not that something is wrong.
    else if (ERRORS[known.code].status >= 500 && known.code !== 'too_many_bodies')
      log.error(said, known.code);
    const page = known.code === 'malformed_request' ? pageOf(request, basePath) : null;
    if (page !== null) return reply.redirect(page, 302);
    return answer(known, request, reply);
  });
  const methods = methodsByPath(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods(request.url);
    if (allowed.length === 0) {
      return answer(
        new AppError(
          'not_found',
          `There is no route for ${request.url.slice(0, 200)}; see ${basePath}/docs.`,
        ),
        request,
        reply,
      );
    }
    reply.header('allow', allowed.join(', '));
    return answer(
      new AppError(
        'method_not_allowed',
        `${request.method} is not allowed here; allowed: ${allowed.join(', ')}.`,
      ),
      request,
      reply,
    );
  });
}

/** Whether the client of a stream has disconnected: not a defect, and no stack trace is logged. */
function hasLeft({ raw }: AnyRequest, { code }: FastifyError | AppError): boolean {
  return code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed;
}

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  // Node's error when the client disconnects while its body is read.
  const isAborted = error.code === 'ECONNRESET' && error.message === 'aborted';
  const code = isAborted ? 'malformed_request' : FRAMEWORK_CODES[error.code];
  if (code !== undefined) return new AppError(code, ERRORS[code].title);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('malformed_request', error.message);
  }
  return new AppError('internal', 'This is a defect of the service; see the log for this request_id.');
}

function problemsAt(basePath: string) {
  return (error: AppError, request: AnyRequest, reply: AnyReply) => {
    const { status } = ERRORS[error.code];
    if (error.retryAfter !== undefined) reply.header('retry-after', Math.ceil(error.retryAfter));
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="touchstone"');
    // Fastify closes the connection after a refused body. Here the rest of the body is read and discarded, because
    // closing would reset the connection of a client that is still writing.
    reply.removeHeader('connection');
    // If the first piece of a download fails, the problem must not be saved as that file, nor be read as compressed.
    reply.removeHeader('content-disposition').removeHeader('content-encoding');
    return reply
      .code(status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .serializer((problem: unknown) => JSON.stringify(problem))
      .send(toProblem(error, request.id, basePath));
  };
}

/** The methods that an address supports, so that a wrong method returns 405 and not 404. */
function methodsByPath(app: App): (url: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    const source = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
    const pattern = new RegExp(`^${source}/?$`);
    for (const each of [method].flat()) routes.push({ pattern, method: each });
  });
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    return [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ].sort();
  };
}

/** How long a socket is still read (and the data discarded) after its last response. */
const LINGER_MS = 1000;

/**
 * Answers broken requests with a problem: data that is not HTTP, and CONNECT, which Node passes on as a bare socket.
 * Listens on the server of `app`, which must not do so itself.
 */
export function answerBrokenRequests(app: App, basePath: string): (error: Error, socket: Duplex) => void {
  const ended = new WeakSet<Duplex>();
  const end = (error: AppError, socket: Duplex) => {
    ended.add(socket);
    socket.on('error', () => {});
    socket.end(rawAnswer(error, basePath));
    // If closed at once, a client that is still writing would be reset and not see the response.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  app.addHook('onReady', async () => {
    app.server.on('connect', (_request, socket) =>
      end(
        new AppError('method_not_allowed', 'This is not a proxy: CONNECT is not supported.'),
        socket.resume(),
      ),
    );
    // RFC 9110, 10.1.1 allows ignoring an unknown expectation.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    // The hooks refuse the request or tell the client to continue before it sends its body.
    app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  });
  return (error: Error & { code?: string }, socket) => {
    if (ended.has(socket)) return;
    const { _httpMessage: running } = socket as { _httpMessage?: { headersSent: boolean } };
    if (!socket.writable || error.code === 'ECONNRESET' || running?.headersSent) {
      socket.destroy();
      return;
    }
    const code = FRAMEWORK_CODES[error.code ?? ''] ?? 'malformed_request';
    end(new AppError(code, 'The request is not valid HTTP.'), socket);
  };
}

function rawAnswer(error: AppError, basePath: string): string {
  const { status, title } = ERRORS[error.code];
  const id = newRequestId();
  const body = JSON.stringify(toProblem(error, id, basePath));
  return [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

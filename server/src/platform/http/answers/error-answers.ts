import type { Duplex } from 'node:stream';
import type { FastifyError } from 'fastify';
import { AppError, ERRORS, type ErrorCode } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { AnyReply, AnyRequest, App } from '../app-type.ts';
import { newRequestId } from '../requests/request-id.ts';
import { toProblem } from './problem.ts';

/** What the framework's own refusals are called here. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Where a person is led whose address cannot be read; null where a problem is the answer. */
type FindErrorPage = (request: AnyRequest, basePath: string) => string | null;

/**
 * Every answer that is not 2xx is made here; nothing else picks a status code. An `AppError` says what it
 * is; the framework's refusals are translated; all else is a defect: logged whole, answered `internal`.
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
    // It says how busy the service is, not what is wrong with it; the request is logged as each one that is refused.
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

/** Whether the client of a stream has gone: no defect, and not worth a stack trace. */
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
    // Fastify closes after a body that was refused. Here the rest of it is read and thrown away, and a close would
    // reset the connection under a client that is still writing.
    reply.removeHeader('connection');
    // Where the first piece of a download could not be made: the problem is no file of that name.
    reply.removeHeader('content-disposition');
    return reply
      .code(status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .serializer((problem: unknown) => JSON.stringify(problem))
      .send(toProblem(error, request.id, basePath));
  };
}

/** Which methods answer at an address, so that the wrong method is 405 and not 404. */
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

/** How long a socket is read from, and what arrives thrown away, after its last answer. */
const LINGER_MS = 1000;

/**
 * Answers what never becomes a request as a problem all the same: text that is not HTTP, and CONNECT, which Node
 * hands over as a bare socket. Listens on the server of `app`, which must not do so itself.
 */
export function answerBrokenRequests(app: App, basePath: string): (error: Error, socket: Duplex) => void {
  const ended = new WeakSet<Duplex>();
  const end = (error: AppError, socket: Duplex) => {
    ended.add(socket);
    socket.on('error', () => {});
    socket.end(rawAnswer(error, basePath));
    // Closed at once, a client that is still writing would be reset and not see the answer.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  app.addHook('onReady', async () => {
    app.server.on('connect', (_request, socket) =>
      end(
        new AppError('method_not_allowed', 'This is not a proxy: CONNECT is not supported.'),
        socket.resume(),
      ),
    );
    // RFC 9110, 10.1.1 allows to ignore an expectation that is not known.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    // The hooks refuse the request or tell the client to continue, before it sends its body.
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

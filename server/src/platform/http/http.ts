import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { createDiagnosticPoint } from '../../kernel/point.ts';
import { addAccessHooks, type RequestAccess } from './access-hooks.ts';
import { compressAnswers } from './answers/compress-answers.ts';
import { addErrorAnswers, answerBrokenRequests } from './answers/error-answers.ts';
import type { App } from './app-type.ts';
import { consolePageToServe } from './console-routes.ts';
import { addOpenApi } from './openapi/openapi.ts';
import { followRequests } from './request-span.ts';
import { checkRequestAddress } from './requests/address.ts';
import { addBodyParsers } from './requests/body-parsers.ts';
import { refuseUnusedHeaders } from './requests/header-rules.ts';
import { createJsonReader } from './requests/json-reader.ts';
import { requestIdOf } from './requests/request-id.ts';
import { compileValidator } from './validation.ts';

export interface HttpOptions {
  access: RequestAccess;
  log: Log;
  /** The mount path, such as `/touchstone`; empty for the root. */
  basePath: string;
  /** Maximum body of any route, in bytes; a route may set a lower limit. */
  bodyLimit: number;
  /** Maximum bytes of all request bodies in memory together; at least `bodyLimit`. */
  bodiesLimit: number;
  /** Maximum number of values in a JSON body. */
  bodyValues: number;
  version: string;
  /** False: no OpenAPI document and no page that shows it. */
  document?: boolean;
}

export { requestSpan } from './request-span.ts';

/**
 * Default body limit of a route, in bytes: enough for a name, a description of 4,000 characters and some words, even if
 * each character needs the twelve bytes of two escapes.
 */
const BODY_BYTES = 64_000;
/** A response that was sent completely. If the client disconnected before, Fastify does not report it. */
export interface RequestAnswered {
  method: string;
  /** The pattern of the address, such as `/workspaces/:workspace_id`; null if none matches. */
  route: string | null;
  status: number;
  seconds: number;
  /** Whether it is a stream, whose duration depends on its reader. */
  isStream: boolean;
}

export const requestAnswered = createDiagnosticPoint<RequestAnswered>('http.answered');

/** Headers of every response: no guessing of media types, no addresses sent to other sites, never inside a frame. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};
/** How long running requests may continue after the server stops accepting; then their connections are closed. */
const LAST_ANSWERS_WITHIN_MS = 5000;
/** Longer than any request line, so that the route itself reports what is wrong with a part of its address. */
const MAX_PARAM_LENGTH = 16_384;

/**
 * The HTTP server with everything that all routes share: strict bodies, access, problems, request ids, the OpenAPI
 * document. Features register their routes on it.
 */
export async function createHttp(options: HttpOptions): Promise<App> {
  const { access, log, basePath, bodyLimit, bodiesLimit, bodyValues, version, document = true } = options;
  const app: App = Fastify({
    bodyLimit: BODY_BYTES,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are still served; storage closes only after the last response.
    return503OnClosing: false,
    requestTimeout: 300_000,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    // Without this, Node would answer a request without Host itself, with an empty response.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    // Compiling the serialiser of evaluation responses blocked the process for 130 ms, so responses are not compiled.
    // The fuzzer checks that they match their schemas, in both directions.
    schemaController: { compilersFactory: { buildSerializer: () => () => JSON.stringify } },
    frameworkErrors: (error, request, reply) => {
      app.errorHandler.call(app, error, request as never, reply as never);
    },
    clientErrorHandler: (error, socket) => answerBroken(error, socket),
  });
  const answerBroken = answerBrokenRequests(app, basePath);
  app.setValidatorCompiler(compileValidator);
  addErrorAnswers(app, { log, basePath, pageOf: consolePageToServe });
  app.addHook('onRequest', async ({ raw }) => {
    checkRequestAddress(raw.url ?? '');
    const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw badHost(hosts);
  });
  await app.register(cookie);
  addAccessHooks(app, access, basePath);
  refuseUnusedHeaders(app, basePath);
  const json = createJsonReader(bodyValues, log);
  addBodyParsers(app, { bodyLimit, bodiesLimit, json });
  compressAnswers(app);
  const spanOf = followRequests(app);
  app.addHook('onClose', () => json.stop());
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.headers(SECURITY_HEADERS);
  });
  app.addHook('onResponse', async (request, reply) => {
    const fields = { id: request.id, method: request.method, url: request.url, status: reply.statusCode };
    // Each problem contains its request_id, so the log must contain the id that a user reports.
    const level = reply.statusCode >= 400 ? 'info' : 'debug';
    const span = spanOf(request, reply);
    span.within(() => log[level]({ ...fields, ms: Math.round(reply.elapsedTime) }, 'request'));
    span.end({ status: reply.statusCode });
    if (!requestAnswered.isHeard) return;
    requestAnswered.tell({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      isStream: /^text\/event-stream/.test(String(reply.getHeader('content-type'))),
    });
  });
  if (document) await addOpenApi(app, { basePath, version });
  return app;
}

function badHost(count: number): AppError {
  return new AppError('malformed_request', 'An HTTP/1.1 request must have one Host header.', {
    errors: [{ pointer: '/host', detail: count === 0 ? 'is missing' : `is sent ${count} times` }],
  });
}

/** Stops accepting and waits at most 5 s for running requests. */
export async function closeHttp(app: App): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_WITHIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

/** The address of the listening server. Throws if it does not listen on TCP. */
export function listeningAddress(app: App): { host: string; port: number } {
  const address = app.server.address();
  if (address === null || typeof address === 'string')
    throw new AppError('internal', 'The server does not listen.');
  return { host: address.address, port: address.port };
}

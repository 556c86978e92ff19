import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAnswerOne } from './batches/answer-one.ts';
import { createAnthropicBatches } from './batches/anthropic.ts';
import { type BatchStats, createBatchStore } from './batches/batch-store.ts';
import { createOpenAIBatches } from './batches/openai.ts';
import { type Address, createOutages, type Outages } from './delivery/outages.ts';
import { badRequest, type Refusal, sendJson, sendRefusal } from './delivery/reply.ts';
import { InvalidInput } from './invalid-input.ts';
import { createChat } from './requests/chat.ts';
import { createEmbeddings } from './requests/embeddings.ts';
import { createModels, type Models } from './requests/models.ts';
import { refuseRequest } from './requests/receive.ts';
import type { RequestLog } from './requests/request-log.ts';
import { createStats, type MockStats, type PromptView, type Stats } from './requests/stats.ts';
import { DEFAULT_BATCHES } from './script/batches.ts';
import { type MockScript, parseScript } from './script/script.ts';

export interface MockServer {
  readonly server: Server;
  readonly outages: Outages;
  stats(prompts?: PromptView): MockStats;
  batchStats(): { openai: BatchStats; anthropic: BatchStats };
  /** Resets counters, attempts, quotas and turns, as after a start. */
  reset(): void;
  /** Replaces the script; counters and attempts continue. */
  setScript(script: MockScript): void;
}

type Handler = (req: IncomingMessage, res: ServerResponse, query: string) => void;
type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/**
 * The HTTP server for a checked script whose files are read; it does not listen yet. `address` is where it restarts
 * after an outage.
 */
export function createMockServer(first: MockScript, address: () => Address, log?: RequestLog): MockServer {
  let script = first;
  let models: Models = createModels(script);
  let stats: Stats = createStats(script.max_tracked_prompts);
  const started = Math.floor(Date.now() / 1000);
  let begun = false;
  const current = () => ({ models, stats, log, isDown: outages.isDown });
  const chat = createChat(current);
  const embeddings = createEmbeddings(current);
  let batches = createBatches();

  function createBatches() {
    const answerOne = createAnswerOne(chat);
    const settings = () => script.batches ?? DEFAULT_BATCHES;
    const openai = createBatchStore('batch_mock', settings, answerOne);
    const anthropic = createBatchStore('msgbatch_mock', settings, answerOne);
    return {
      stats: () => ({ openai: openai.stats, anthropic: anthropic.stats }),
      openai: createOpenAIBatches(openai),
      anthropic: createAnthropicBatches(anthropic),
    };
  }

  /** Reads the body of an answer request; the time of arrival is that of the head. */
  function readThenAnswer(answer: (res: ServerResponse, body: string, arrivedAt: number) => void): Handler {
    return (req, res) => {
      if (!begun) outages.begin(script.outages);
      begun = true;
      const arrivedAt = performance.now();
      readBody(req, (body) => {
        if (body !== null) answer(res, body, arrivedAt);
        else refuseRequest(res, stats, TOO_LARGE);
      });
    };
  }

  /** Reads the body of other requests. */
  function readThenReceive(take: (res: ServerResponse, body: string) => void): Handler {
    return (req, res) =>
      readBody(req, (body) => {
        try {
          if (body === null) sendRefusal(res, TOO_LARGE);
          else take(res, body);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
          sendRefusal(res, badRequest('The body is not valid JSON.', 'invalid_json'));
        }
      });
  }

  /** Routes with an id in the address. */
  function routeWithId(req: IncomingMessage, res: ServerResponse, path: string): boolean {
    const method = req.method ?? '';
    if (!batches.openai.below(res, method, path) && !batches.anthropic.below(res, method, path)) return false;
    req.resume();
    return true;
  }

  function setScript(next: MockScript): void {
    script = next;
    models = createModels(script);
    outages.cancel();
    begun = false;
  }

  function reset(): void {
    setScript(script);
    stats = createStats(script.max_tracked_prompts);
    batches = createBatches();
  }

  const routes: Routes = {
    '/v1/chat/completions': { POST: readThenAnswer(chat) },
    '/v1/embeddings': { POST: readThenAnswer(embeddings) },
    '/v1/files': { POST: readThenReceive((res, body) => batches.openai.upload(res, body)) },
    '/v1/batches': {
      POST: readThenReceive((res, body) => batches.openai.create(res, body)),
      GET: (_req, res, query) => batches.openai.list(res, query),
    },
    '/v1/messages/batches': {
      POST: readThenReceive((res, body) => batches.anthropic.create(res, body)),
      GET: (_req, res, query) => batches.anthropic.list(res, query),
    },
    '/stats/batches': { GET: (_req, res) => sendJson(res, batches.stats()) },
    '/v1/models': {
      GET: (_req, res) => sendJson(res, { object: 'list', data: models.names.map(modelOf) }),
    },
    '/healthz': { GET: (_req, res) => sendJson(res, { status: 'ok', mock: true }) },
    '/stats': {
      GET(_req, res, query) {
        const view = new URLSearchParams(query).get('prompts') ?? 'none';
        if (view === 'none' || view === 'repeated' || view === 'all') sendJson(res, stats.snapshot(view));
        else sendRefusal(res, badRequest('prompts must be none, repeated or all.'));
      },
    },
    '/stats/reset': {
      POST(req, res) {
        req.resume();
        reset();
        sendJson(res, { status: 'reset', mock: true });
      },
    },
    '/script': { POST: (req, res) => receiveScript(req, res, setScript, () => models.names) },
  };

  const modelOf = (id: string) => ({
    id,
    object: 'model',
    created: started,
    owned_by: 'touchstone-mock-model',
  });

  const server = createServer(SERVER_OPTIONS, (req, res) => dispatch(routes, req, res, routeWithId));
  const outages = createOutages(server, address);
  return {
    server,
    outages,
    stats: (view) => stats.snapshot(view),
    batchStats: () => batches.stats(),
    reset,
    setScript,
  };
}

// Node's default of 5 s closes idle connections while a client is about to reuse them.
const SERVER_OPTIONS = { noDelay: true, keepAliveTimeout: 75_000 };

const TOO_LARGE = badRequest('The body is larger than 32 MB.', 'body_too_large', 413);

function dispatch(
  routes: Routes,
  req: IncomingMessage,
  res: ServerResponse,
  below: (req: IncomingMessage, res: ServerResponse, path: string) => boolean,
): void {
  const [path = '', query = ''] = (req.url ?? '').split('?', 2);
  const methods = Object.hasOwn(routes, path) ? routes[path] : undefined;
  const method = req.method ?? '';
  const handler = methods && Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handler !== undefined) handler(req, res, query);
  else if (!below(req, res, path)) {
    req.resume();
    sendRefusal(res, noSuchRoute(path, methods));
  }
}

function noSuchRoute(path: string, methods: object | undefined): Refusal {
  if (methods === undefined) return badRequest(`There is nothing at ${path}.`, 'not_found', 404);
  const allow = Object.keys(methods).join(', ');
  const refusal = badRequest(`${path} answers ${allow} only.`, 'method_not_allowed', 405);
  return { ...refusal, headers: ['allow', allow] };
}

function receiveScript(
  req: IncomingMessage,
  res: ServerResponse,
  setScript: (script: MockScript) => void,
  names: () => readonly string[],
): void {
  // A web page can send other media types to loopback without a preflight; for this one the browser asks first.
  if (!req.headers['content-type']?.startsWith('application/json')) {
    req.resume();
    sendRefusal(res, badRequest('Send the script as application/json.', 'unsupported_media_type', 415));
    return;
  }
  readBody(req, (body) => {
    try {
      if (body === null) return sendRefusal(res, TOO_LARGE);
      setScript(parseScript(JSON.parse(body), { files: false }));
      sendJson(res, { status: 'changed', mock: true, models: names() });
    } catch (error) {
      sendRefusal(res, scriptRefusal(error));
    }
  });
}

function scriptRefusal(error: unknown): Refusal {
  if (error instanceof InvalidInput)
    return { ...badRequest(error.message, error.code), errors: error.errors };
  if (error instanceof SyntaxError) return badRequest('The body is not valid JSON.', 'invalid_json');
  throw error;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Reads a whole body as text and passes it on, or null if it is larger than 32 MB. The rest of such a body is discarded
 * so that the client can read the refusal; after twice the size the connection is closed. A client that disconnects in
 * the middle gets no response.
 */
function readBody(req: IncomingMessage, then: (text: string | null) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let refused = false;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else if (size > 2 * MAX_BODY_BYTES) req.destroy();
    else if (!refused) {
      refused = true;
      chunks.length = 0;
      then(null);
    }
  });
  req.on('end', () => {
    if (refused) return;
    const only = chunks.length === 1 ? chunks[0] : undefined;
    then((only ?? Buffer.concat(chunks)).toString('utf8'));
  });
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server of OpenAI's protocol that wants a key, and answers as its models' names say. */
export interface KeyedProvider {
  readonly baseUrl: string;
  /** `host:port`. */
  readonly pair: string;
  /** The Authorization header of every request so far. */
  readonly authorizations: string[];
  /** After so many more, calls wait until `release`. */
  hold(after: number): void;
  release(): void;
  /** Calls that wait. */
  held(): number;
  stop(): Promise<void>;
}

interface Sent {
  model: string;
  stream?: boolean;
  seed?: number;
  tools?: { function: { name: string } }[];
  response_format?: { type: string };
}

/**
 * The model `able` does all that is asked; `plain` refuses a seed, ignores schemas and tools, and returns its response as
 * a whole.
 */
export async function startKeyedProvider(key: string): Promise<KeyedProvider> {
  const authorizations: string[] = [];
  let mayPass = Number.POSITIVE_INFINITY;
  let waiting: (() => void)[] = [];

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    authorizations.push(request.headers.authorization ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const more = pageOfModels(request.url ?? '');
    if (more !== null) return json(response, 200, more);
    if (request.headers.authorization !== `Bearer ${key}`)
      return json(response, 401, {
        error: {
          message: `Incorrect API key provided: ${request.headers.authorization}`,
          code: 'invalid_api_key',
        },
      });
    if (request.url === '/v1/models') return json(response, 200, { data: [{ id: 'able' }, { id: 'plain' }] });
    mayPass -= 1;
    if (mayPass < 0) await new Promise<void>((resolve) => waiting.push(resolve));
    chat(response, JSON.parse(Buffer.concat(chunks).toString()) as Sent);
  }

  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const release = () => {
    mayPass = Number.POSITIVE_INFINITY;
    for (const go of waiting) go();
    waiting = [];
  };
  return {
    baseUrl: `http://${pair}/v1`,
    pair,
    authorizations,
    hold(after) {
      mayPass = after;
    },
    release,
    held: () => waiting.length,
    async stop() {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The lists of two protocols, which have more pages; null for any other request. */
function pageOfModels(url: string): object | null {
  if (url === '/anthropic/models?limit=1000') return { data: [{ id: 'claude' }], has_more: true };
  if (url === '/google/models?pageSize=1000')
    return { models: [{ name: 'models/gemini' }], nextPageToken: 'x' };
  return null;
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function chat(response: ServerResponse, { model, stream, seed, tools, response_format }: Sent): void {
  const isAble = model === 'able';
  if (!isAble && seed !== undefined) {
    const error = { message: "Unsupported parameter: 'seed'", param: 'seed', code: 'unsupported_parameter' };
    json(response, 400, { error });
    return;
  }
  const name = isAble ? tools?.[0]?.function.name : undefined;
  const content = isAble && response_format ? '{"capital":"Madrid"}' : 'Paris';
  const message =
    name === undefined
      ? { role: 'assistant', content }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            { index: 0, id: 'c1', type: 'function', function: { name, arguments: '{"capital":"Oslo"}' } },
          ],
        };
  const finish_reason = name === undefined ? 'stop' : 'tool_calls';
  const base = { id: 'x', created: 1, model };
  if (!isAble || stream !== true) {
    json(response, 200, { ...base, choices: [{ index: 0, message, finish_reason }], usage: USAGE });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (data: object) => response.write(`data: ${JSON.stringify({ ...base, ...data })}\n\n`);
  event({ choices: [{ index: 0, delta: message, finish_reason: null }] });
  event({ choices: [{ index: 0, delta: {}, finish_reason }] });
  event({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One scripted reply; what is left out is an empty 200. */
export interface ScriptedReply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a text as it is. */
  body?: unknown;
  delayMs?: number;
  /** A stream instead of a body: each piece is sent so long after the reply began; `fault` comes after the last. */
  pieces?: readonly { text: string; atMs: number }[];
  /** What to do instead of answering whole. */
  fault?: 'hang' | 'hang_in_body' | 'reset' | 'cut';
}

export interface SeenRequest {
  url: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A server for tests that gives the replies it is told, the last one for ever. */
export interface JsonServer {
  url: string;
  /** From now on these replies in turn; counters begin again. */
  reply(...replies: ScriptedReply[]): void;
  /** The request seen last. */
  seen(): SeenRequest;
  count(): number;
  maxAtOnce(): number;
  stop(): Promise<void>;
}

export async function startJsonServer(): Promise<JsonServer> {
  let replies: ScriptedReply[] = [];
  let last: SeenRequest | undefined;
  let [count, atOnce, maxAtOnce] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    last = { url: request.url ?? '', headers: request.headers, body };
    const reply = replies[Math.min(count++, replies.length - 1)] ?? {};
    maxAtOnce = Math.max(maxAtOnce, ++atOnce);
    response.once('close', () => atOnce--);
    if (reply.delayMs === undefined) answer(response, reply);
    else setTimeout(answer, reply.delayMs, response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reply(...next) {
      replies = next;
      [count, maxAtOnce] = [0, 0];
    },
    seen() {
      if (last === undefined) throw new Error('nothing was asked');
      return last;
    },
    count: () => count,
    maxAtOnce: () => maxAtOnce,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  response: ServerResponse,
  { status = 200, headers, body, fault, pieces }: ScriptedReply,
): void {
  if (pieces !== undefined) {
    stream(response, pieces, fault, headers);
    return;
  }
  if (fault === 'hang') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  if (fault === undefined) response.end(text);
  else response.write(text.slice(0, 10), () => fault === 'cut' && response.socket?.destroy());
}

function stream(
  response: ServerResponse,
  pieces: readonly { text: string; atMs: number }[],
  fault: ScriptedReply['fault'],
  headers: ScriptedReply['headers'],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  const finish = () => {
    if (fault === 'cut') response.socket?.destroy();
    else if (fault === undefined) response.end();
  };
  const startedAt = performance.now();
  const send = (next: number) => {
    const piece = pieces[next];
    if (piece === undefined) finish();
    else if (piece.atMs <= performance.now() - startedAt) response.write(piece.text, () => send(next + 1));
    else setTimeout(send, Math.ceil(piece.atMs - (performance.now() - startedAt)), next);
  };
  send(0);
}

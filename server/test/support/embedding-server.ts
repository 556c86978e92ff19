import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with a call: answers after so many milliseconds or a promise, or fails at once with a status. */
export type EmbeddingReply = { delayMs: number } | { after: Promise<void> } | { status: number };

/** An embedding server of OpenAI's protocol whose every call is decided by its texts. */
export interface EmbeddingServer {
  /** Without `/v1`. */
  url: string;
  /** From now on: what is done with a call. Counters begin again. */
  behave(reply: (texts: readonly string[]) => EmbeddingReply): void;
  count(): number;
  maxAtOnce(): number;
  stop(): Promise<void>;
}

const DIMENSIONS = 64;

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  let reply: (texts: readonly string[]) => EmbeddingReply = () => ({ delayMs: 0 });
  let [count, atOnce, maxAtOnce] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const texts: string[] = JSON.parse(Buffer.concat(chunks).toString()).input;
    count++;
    maxAtOnce = Math.max(maxAtOnce, ++atOnce);
    response.once('close', () => atOnce--);
    const decided = reply(texts);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const answer = () => send(200, { data: texts.map(toVector), model: 'm' });
    if ('status' in decided) send(decided.status, { error: { message: 'The server is out of order.' } });
    else if ('after' in decided) void decided.after.then(answer);
    else setTimeout(answer, decided.delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next) {
      reply = next;
      [count, maxAtOnce] = [0, 0];
    },
    count: () => count,
    maxAtOnce: () => maxAtOnce,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Counts letters by pairs, so that texts with the same words are near each other. */
function toVector(text: string, index: number) {
  const embedding = new Array<number>(DIMENSIONS).fill(0.01);
  for (let at = 1; at < text.length; at++) {
    const place = (text.charCodeAt(at - 1) * 31 + text.charCodeAt(at)) % DIMENSIONS;
    embedding[place] = (embedding[place] ?? 0) + 1;
  }
  return { object: 'embedding', index, embedding };
}

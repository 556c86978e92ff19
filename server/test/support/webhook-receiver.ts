import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  /** To the byte. */
  body: string;
}

export interface WebhookReceiver {
  url: string;
  /** `host:port`, as the operator admits it. */
  pair: string;
  received: Received[];
  stop(): Promise<void>;
}

/** A receiver of webhooks: `answer` does with each message whatever it likes; by default it answers 204. */
export async function startWebhookReceiver(
  answer: (request: Received, response: ServerResponse) => void = (_, response) => {
    response.writeHead(204).end();
  },
  port = 0,
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    received.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${at.port}`,
    pair: `127.0.0.1:${at.port}`,
    received,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether one of the signatures is of this secret, written from the specification and not from the service. */
export function isSignedBy(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, signature = ''] = one.split(',');
      const given = Buffer.from(signature, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as an application of a test sees it. */
export interface AppRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
  body: any;
}

export interface AppServer {
  url: string;
  /** `host:port`, as the operator admits it. */
  host: string;
  seen: AppRequest[];
  stop(): Promise<void>;
}

/** An application for tests: `answer` does with each request whatever it likes. */
export async function startAppServer(
  answer: (request: AppRequest, response: ServerResponse) => void,
): Promise<AppServer> {
  const seen: AppRequest[] = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = request;
    const asked = { method, url, headers, body: text === '' ? null : JSON.parse(text) };
    seen.push(asked);
    answer(asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    seen,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

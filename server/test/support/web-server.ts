import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface WebServer {
  /** `http://127.0.0.1:port` */
  url: string;
  /** `127.0.0.1:port`, as an allow-list has it. */
  pair: string;
  port: number;
  /** Every request so far, as `GET /path`. */
  requests: string[];
  /** The headers of the last request for a path. */
  headersOf(path: string): IncomingMessage['headers'] | undefined;
  stop(): Promise<void>;
}

/** Answers by path, from a table or a function, on a free port of loopback; what nobody answers is 404. */
export async function startWebServer(
  handlers: Record<string, Handler> | ((path: string) => Handler | undefined),
): Promise<WebServer> {
  const requests: string[] = [];
  const headers = new Map<string, IncomingMessage['headers']>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    requests.push(`${request.method} ${request.url}`);
    headers.set(path, request.headers);
    const handler = typeof handlers === 'function' ? handlers(path) : handlers[path];
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pair: `127.0.0.1:${port}`,
    port,
    requests,
    headersOf: (path) => headers.get(path),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A handler that answers this, whatever is asked. */
export function answers(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  status = 200,
): Handler {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };
}

import { createServer } from 'node:http';

interface ServedText {
  path: string;
  type: string;
  read: () => Promise<string>;
  /** Called if the text could not be made. */
  onError(error: unknown): void;
}

/** Serves one text at one path, made for each GET, without keys or other routes. */
export function serveText({ path, type, read, onError }: ServedText) {
  const server = createServer(async ({ url, method }, response) => {
    const isThere = url?.split('?')[0] === path;
    const allowed = method === 'GET' || method === 'HEAD';
    if (!isThere) return void response.writeHead(404).end();
    if (!allowed) return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    try {
      const text = await read();
      response.writeHead(200, { 'content-type': type }).end(text);
    } catch (error) {
      onError(error);
      response.writeHead(500).end();
    }
  });
  return {
    listen(host: string, port: number): Promise<{ host: string; port: number }> {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          server.off('error', reject);
          const address = server.address() as { address: string; port: number };
          resolve({ host: address.address, port: address.port });
        });
      });
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

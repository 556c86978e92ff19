import { once } from 'node:events';
import { type Agent, createServer, Agent as HttpAgent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export interface RoundRobin {
  readonly url: string;
  /** How many requests each node answered. */
  readonly counts: readonly number[];
  stop(): Promise<void>;
}

/** A plain proxy on loopback that gives each request to the next of these services, and knows nothing of them. */
export async function startRoundRobin(services: readonly { url: string }[]): Promise<RoundRobin> {
  const counts = services.map(() => 0);
  const agent: Agent = new HttpAgent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, reply) => {
    const which = turn++ % services.length;
    counts[which] = (counts[which] ?? 0) + 1;
    const { hostname, port } = new URL((services[which] as { url: string }).url);
    const { method, url: path, headers } = incoming;
    const to = request({ hostname, port, method, path, headers, agent });
    to.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, reply).catch(() => answer.destroy());
    });
    pipeline(incoming, to).catch(() => {});
    to.on('error', () => reply.destroy());
    reply.on('close', () => to.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

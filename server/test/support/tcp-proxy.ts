import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Leads to this Unix socket from now on; connections to the one before are cut. */
  leadTo(socket: string): void;
  /** Cuts all connections, as a pooler does that is started again. */
  cut(): void;
  stop(): Promise<void>;
}

/** A plain proxy on loopback before a server on a Unix socket. */
export async function startTcpProxy(first: string): Promise<TcpProxy> {
  let target = first;
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(socket) {
      target = socket;
      cut();
    },
    cut,
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

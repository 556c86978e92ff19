import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Outage } from '../script/interruptions.ts';

/** Where a server listens. */
export interface Address {
  readonly port: number;
  readonly host: string;
}

export interface Outages {
  /** Whether the server is down now. */
  isDown(): boolean;
  /** Call at the first request, from which the script's outages are counted. */
  begin(outages: readonly Outage[]): void;
  /** Cancels planned outages; if the server is down, it comes back. */
  cancel(): void;
  /** Like `cancel`, but a server that is down stays down. */
  stop(): void;
}

// The delay before listening again: after an outage the port may be in use for a moment, for example by a client's end
// of a connection.
const LISTEN_AGAIN_MS = 50;

/** Shuts down a server that listens on `port` of `host`, and restarts it. */
export function createOutages(server: Server, at: () => Address): Outages {
  const sockets = new Set<Socket>();
  let timers: ReturnType<typeof setTimeout>[] = [];
  let down: Outage['how'] | null = null;

  server.on('connection', (socket: Socket) => {
    if (down === 'reset') {
      socket.resetAndDestroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  function stopListening(how: Outage['how']) {
    down = how;
    if (how === 'refuse') server.close();
    for (const socket of sockets) socket.resetAndDestroy();
  }

  function comeBack() {
    const was = down;
    down = null;
    if (was === 'refuse') listen();
  }

  function listen() {
    const { port, host } = at();
    server.once('error', listenAgain);
    server.listen(port, host, () => server.off('error', listenAgain));
  }

  function forget() {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }

  function listenAgain() {
    timers.push(setTimeout(listen, LISTEN_AGAIN_MS));
  }

  return {
    isDown: () => down !== null,
    begin(outages) {
      for (const { from_ms, for_ms, how } of outages) {
        timers.push(setTimeout(stopListening, from_ms, how), setTimeout(comeBack, from_ms + for_ms));
      }
    },
    cancel() {
      forget();
      comeBack();
    },
    stop: forget,
  };
}

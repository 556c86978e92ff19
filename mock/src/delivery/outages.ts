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
  /** The first request came: from here the outages of the script count. */
  begin(outages: readonly Outage[]): void;
  /** Cancels planned outages; a server that is down comes back. */
  cancel(): void;
  /** Stops like `close`, but a server that is down stays down. */
  stop(): void;
}

// After an outage the port may be taken for a moment, for example by a client's end of a connection.
const LISTEN_AGAIN_MS = 50;

/** Takes a server that listens on `port` of `host` down and brings it back. */
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

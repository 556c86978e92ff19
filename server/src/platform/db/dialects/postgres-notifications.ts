import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../../kernel/log.ts';
import type { Notifications } from '../contract.ts';

export interface NotificationsOptions {
  /** Opens a connection that keeps one session of the server. */
  connection: pg.ClientConfig;
  /** Sends notifications over the connections of the pool. */
  notify: (channel: string, payload: string) => Promise<void>;
  /** The setting that names the address to listen at. */
  setting: string;
  log: Log;
}

/** The channel that all processes of a database share; notifications do not leave the database. */
const CHANNEL = 'touchstone';
/** The minimum interval between two statements that notify, because each takes a lock on the whole server. */
const EVERY_MS = 20;
/** PostgreSQL refuses payloads of 8,000 bytes or more. */
const MAX_BYTES = 7900;
const RETRY_MS = 1000;
/** The delay before checking again whether notifications arrive, if they did not although the server was reachable. */
const DEAF_RETRY_MS = 60_000;
const HEARD_WITHIN_MS = 2000;
/** The interval of checks of a silent connection, whose server may be gone without closing it. */
const CHECK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5000;

type Entry = [topic: string, text: string | null];

interface Payload {
  from: string;
  entries?: Entry[];
  /** A random word that a process sends to itself to check that notifications arrive. */
  check?: string;
}

/**
 * Sends and receives over one connection, which is reopened when it breaks. What is sent while it is closed is lost,
 * and everyone is told to poll when it is open again.
 */
export function createNotifications({
  connection,
  notify,
  setting,
  log,
}: NotificationsOptions): Notifications & {
  stop(): Promise<void>;
} {
  const self = randomUUID();
  const receivers = new Map<string, (text: string | null) => void>();
  const watchers: (() => void)[] = [];
  const waiting = new Set<string>();
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let check: { word: string; heard: () => void } | null = null;
  let state: 'new' | 'listening' | 'broken' | 'deaf' = 'new';
  let sendTimer: NodeJS.Timeout | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> = Promise.resolve();
  let keeping: Promise<void> = Promise.resolve();

  /** Opens the connection and keeps it open with retries; `first` runs when the first attempt has ended. */
  async function keep(first: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      const opened = await open();
      first();
      if (opened !== null) await untilBroken(opened);
      if (stopping.signal.aborted) return;
      await sleep(state === 'deaf' ? DEAF_RETRY_MS : RETRY_MS, undefined, { signal: stopping.signal }).catch(
        () => {},
      );
    }
  }

  async function open(): Promise<pg.Client | null> {
    const made = new pg.Client({ ...connection, query_timeout: ANSWER_WITHIN_MS });
    made.on('error', () => {});
    made.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await made.connect();
      await made.query(`LISTEN ${CHANNEL}`);
      if (await receivesNotifications()) {
        client = made;
        changeState('listening');
        // The other processes must poll for what this process could not send.
        for (const topic of receivers.keys()) send(topic, null);
        return made;
      }
      changeState('deaf');
    } catch (err) {
      changeState('broken', err);
    }
    await made.end().catch(() => {});
    return null;
  }

  /** Whether a notification sent over another connection arrives at the listening one. */
  async function receivesNotifications(): Promise<boolean> {
    const heard = Promise.withResolvers<boolean>();
    const word = randomUUID();
    check = { word, heard: () => heard.resolve(true) };
    let timer: NodeJS.Timeout | undefined;
    try {
      await notify(CHANNEL, JSON.stringify({ from: self, check: word } satisfies Payload));
      // Waits only from here on: a slow server still forwards the notification.
      timer = setTimeout(() => heard.resolve(false), HEARD_WITHIN_MS);
      return await heard.promise;
    } finally {
      clearTimeout(timer);
      check = null;
    }
  }

  async function untilBroken(opened: pg.Client): Promise<void> {
    const broken = Promise.withResolvers<void>();
    opened.on('error', () => broken.resolve());
    opened.on('end', () => broken.resolve());
    const timer = setInterval(() => opened.query('SELECT 1').catch(() => broken.resolve()), CHECK_EVERY_MS);
    const onStop = () => broken.resolve();
    stopping.signal.addEventListener('abort', onStop);
    // An abort while the connection was being opened found no listener to call.
    if (stopping.signal.aborted) onStop();
    await broken.promise;
    stopping.signal.removeEventListener('abort', onStop);
    clearInterval(timer);
    if (!stopping.signal.aborted) changeState('broken');
    else await flush();
    client = null;
    await opened.end().catch(() => {});
  }

  function changeState(next: typeof state, err?: unknown): void {
    const before = state;
    state = next;
    if (before === next) return;
    if (next === 'deaf')
      log.warn(
        { setting },
        `Notifications of the database do not arrive over ${setting}: a pooler in transaction mode does not forward them. ` +
          'Changes of other processes are polled every second instead. Set DATABASE_DIRECT_URL to the address of the database server itself.',
      );
    if (next === 'broken')
      log.warn(
        { ...(err !== undefined && { err }) },
        'notifications of the database do not arrive; changes of other processes are polled every second until they do',
      );
    if (next === 'listening' && before !== 'new') log.info({}, 'notifications of the database arrive again');
    for (const watcher of watchers) watcher();
  }

  function hear(payload: string): void {
    // Any user of the database may notify, so notifications of an unknown form are ignored.
    try {
      const { from, entries = [], check: word } = JSON.parse(payload) as Payload;
      if (from === self) {
        if (word !== undefined && word === check?.word) check.heard();
        return;
      }
      for (const [topic, text] of entries) receivers.get(topic)?.(text);
    } catch (err) {
      log.debug({ err }, 'a notification of the database cannot be read');
    }
  }

  function send(topic: string, text: string | null): void {
    if (state !== 'listening') return;
    const entry = JSON.stringify([topic, text] satisfies Entry);
    const shown = Buffer.byteLength(entry) > MAX_BYTES / 2 ? JSON.stringify([topic, null]) : entry;
    // Moves an equal waiting notification to the end.
    waiting.delete(shown);
    waiting.add(shown);
    sendTimer ??= setTimeout(flush, Math.max(0, sentAt + EVERY_MS - performance.now()));
  }

  function flush(): Promise<void> {
    clearTimeout(sendTimer);
    sendTimer = undefined;
    const payloads = packEntries(self, [...waiting]);
    waiting.clear();
    const to = client;
    if (to === null || payloads.length === 0) return sending;
    sentAt = performance.now();
    // If sending fails, the broken connection reports it.
    sending = sending
      .then(() =>
        to.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [CHANNEL, payloads]),
      )
      .then(
        () => {},
        () => {},
      );
    return sending;
  }

  return {
    async start() {
      if (state !== 'new' || stopping.signal.aborted) return;
      const first = Promise.withResolvers<void>();
      keeping = keep(first.resolve);
      await first.promise;
    },
    listening: () => state === 'listening',
    send,
    receive: (topic, receiver) => void receivers.set(topic, receiver),
    watch: (watcher) => void watchers.push(watcher),
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

/** Combines JSON texts into as few payloads as possible. */
function packEntries(from: string, entries: readonly string[]): string[] {
  const payloads: string[] = [];
  let some: string[] = [];
  let bytes = 100;
  const close = () => {
    if (some.length > 0) payloads.push(`{"from":"${from}","entries":[${some.join(',')}]}`);
    some = [];
    bytes = 100;
  };
  for (const entry of entries) {
    const size = Buffer.byteLength(entry) + 1;
    if (bytes + size > MAX_BYTES) close();
    some.push(entry);
    bytes += size;
  }
  close();
  return payloads;
}

import { type Dispatcher, request } from 'undici';
import { createApp, type Touchstone } from '../../src/app/app.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { TestPlace } from './each-database.ts';
import { copySqliteTemplate } from './sqlite-template.ts';

/** What the service said, its body read. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
  body: any;
}

/** The whole service on a database of its own, asked over real HTTP. */
export interface Service {
  readonly app: Touchstone;
  /** Where it listens, for what `call` cannot ask: uploads, streams. */
  readonly url: string;
  /** Where metrics are, with the setting `metrics-port`. */
  readonly metricsUrl: string | null;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** `call` with a body that is JSON already, right or wrong. */
  send(method: string, path: string, json: string | null, headers?: Record<string, string>): Promise<Answer>;
  /** Stops the service and removes its place. */
  stop(): Promise<void>;
}

/** `settings` are flags besides those that say where it is, `env` what its settings name. */
export async function startService(
  place: TestPlace,
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<Service> {
  if (place.url === undefined) copySqliteTemplate(place.dataDir);
  const database: Record<string, string> = place.url === undefined ? {} : { 'database-url': place.url };
  const flags = { port: '0', 'data-dir': place.dataDir, 'log-level': 'silent', ...database, ...settings };
  const app = await createApp(loadConfig({ env, flags }));
  const { url, metricsUrl } = await app.start();
  const send: Service['send'] = (...request) => sendTo(url, ...request);
  return {
    app,
    url,
    metricsUrl,
    send,
    call: (method, path, body, headers) =>
      send(method, path, body === undefined ? null : JSON.stringify(body), headers),
    async stop() {
      await app.stop();
      await place.remove();
    },
  };
}

/** By undici's `request`: `fetch` takes twice the processor time, and the tests send tens of thousands of requests. */
async function sendTo(
  url: string,
  method: string,
  path: string,
  body: string | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
  const response = await request(url + path, {
    method: method as Dispatcher.HttpMethod,
    body,
    headers: { ...type, ...headers },
  });
  const text = await response.body.text();
  const answered = new Headers();
  for (const [name, values = []] of Object.entries(response.headers))
    for (const value of [values].flat()) answered.append(name, value);
  const isJson = /\bjson/.test(answered.get('content-type') ?? '');
  return {
    status: response.statusCode,
    headers: answered,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  };
}

import { createApp, type Touchstone } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { TestPlace } from './each-database.ts';
import { type HttpAnswer, httpRequest } from './http-request.ts';

export interface Ask {
  key?: string;
  headers?: Record<string, string>;
  json?: unknown;
}

/** The whole service, asked over real HTTP with whatever credentials a test chooses. */
export interface AccessService {
  readonly url: string;
  readonly app: Touchstone;
  ask(method: string, path: string, how?: Ask): Promise<HttpAnswer>;
  /** Makes a key as `by` (nobody while the service is open) and answers its secret and id. */
  makeKey(role: string, by?: string, workspaces?: string[]): Promise<{ id: string; key: string }>;
  stop(): Promise<void>;
}

export async function startAccessService(
  place: TestPlace,
  flags: Record<string, string> = {},
): Promise<AccessService> {
  const database: Record<string, string> = place.url === undefined ? {} : { 'database-url': place.url };
  const all = { port: '0', 'data-dir': place.dataDir, 'log-level': 'silent', ...database, ...flags };
  const app = await createApp(loadConfig({ env: {}, flags: all }));
  const { url } = await app.start();
  const ask: AccessService['ask'] = (method, path, { key, headers = {}, json } = {}) => {
    const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return httpRequest(method, url + path, { headers: { ...authorization, ...headers }, json });
  };
  return {
    url,
    app,
    ask,
    async makeKey(role, by, workspaces) {
      const json = { name: role, role, ...(workspaces && { workspaces }) };
      const { status, body } = await ask('POST', '/api-keys', { json, ...(by !== undefined && { key: by }) });
      if (status !== 201) throw new Error(`no key was made: ${status} ${body?.detail}`);
      return body;
    },
    async stop() {
      await app.stop();
      await place.remove();
    },
  };
}

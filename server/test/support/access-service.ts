import type { Touchstone } from '../../src/app/app.ts';
import type { TestPlace } from './each-database.ts';
import { type HttpAnswer, httpRequest } from './http-request.ts';
import { startService } from './service.ts';

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
  makeKey(
    role: string,
    by?: string,
    workspaces?: string[],
    agent?: boolean,
  ): Promise<{ id: string; key: string }>;
  stop(): Promise<void>;
}

export async function startAccessService(
  place: TestPlace,
  flags: Record<string, string> = {},
): Promise<AccessService> {
  const { app, url, stop } = await startService(place, flags);
  const ask: AccessService['ask'] = (method, path, { key, headers = {}, json } = {}) => {
    const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return httpRequest(method, url + path, { headers: { ...authorization, ...headers }, json });
  };
  return {
    url,
    app,
    ask,
    async makeKey(role, by, workspaces, agent) {
      const json = { name: role, role, ...(workspaces && { workspaces }), ...(agent && { agent }) };
      const { status, body } = await ask('POST', '/api-keys', { json, ...(by !== undefined && { key: by }) });
      if (status !== 201) throw new Error(`no key was made: ${status} ${body?.detail}`);
      return body;
    },
    stop,
  };
}

import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { toError } from './errors.ts';
import type { components, paths } from './generated.ts';

export { ApprovalNeeded, begun } from './approvals.ts';
export { type Problem, type ProblemCode, TouchstoneError } from './errors.ts';
export {
  type AnswerEvent,
  type EventOptions,
  type EventType,
  readAnswer,
  readEvents,
  type WorkspaceEvent,
} from './events.ts';
export { EVENT_TYPES, IDEMPOTENT_POSTS } from './generated.ts';
export { allPages, type Page } from './pages.ts';

export type Paths = paths;
/** The resources by name, such as `Schemas['Workspace']`. */
export type Schemas = components['schemas'];
export type Client = FetchClient<paths>;

export interface ClientOptions {
  /** The address of the service with its base path: `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** An API key, `ts_…`. Omit it if the service is open to its own machine, or with a session cookie. */
  key?: string;
  /** A replacement for `fetch`, for a proxy, a log or a test. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the whole API, typed by the published contract: `client.GET('/workspaces')`. Responses other than 2xx
 * are thrown as `TouchstoneError`; if the service cannot be reached, `fetch` throws its own TypeError.
 */
export function createClient({ baseUrl, key, fetch }: ClientOptions): Client {
  const client = createFetchClient<paths>({
    baseUrl,
    ...(fetch && { fetch }),
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await toError(response);
    },
  });
  return client;
}

/** The body of a response: `const { data } = await answer(client.GET('/workspaces'))`. */
export async function answer<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  // Responses other than 2xx were thrown before this. A 204 has no body, which its type says.
  return data as T;
}

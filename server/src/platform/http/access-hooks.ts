import { type Actor, requireRole, requireWorkspace } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Access, Credentials, RateLimitState } from '../access/access.ts';
import { type OperationId, permissionOf, requirePermission } from '../access/operations.ts';
import type { AnyReply, AnyRequest, App } from './app-type.ts';
import { operationIdOf } from './openapi/openapi-operations.ts';

/** The functions of `access/` that the hooks use. */
export type RequestAccess = Pick<Access, 'identify' | 'checkHost' | 'countRequest'>;

export const SESSION_COOKIE = 'touchstone_session';

/**
 * Identifies the caller, counts the request, and checks role, workspace, path ids and the permissions of agents before
 * anything is parsed. Permissions of operations are in `access/operations.ts`; a route without an operation states its
 * own role.
 */
export function addAccessHooks(app: App, access: RequestAccess, basePath: string): void {
  app.decorateRequest('actor', null as unknown as Actor);
  const unguarded: string[] = [];
  app.addHook('onRoute', (route) => {
    if (route.schema && !route.schema.hide) {
      const operation = operationIdOf(route, basePath) as OperationId;
      const { role } = permissionOf(operation);
      route.config = { ...route.config, role, operation };
    }
    // Read after all hooks have run, because a later one may set the role of a plugin's routes.
    queueMicrotask(() => {
      if (route.config?.role === undefined) unguarded.push(`${route.method} ${route.url}`);
    });
  });
  app.addHook('onReady', async () => {
    if (unguarded.length > 0) throw new Error(`Routes that name no role: ${unguarded.join(', ')}`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const credentials = credentialsOf(request);
    const role = request.routeOptions.config.role;
    if (role === 'open' || request.is404) {
      access.checkHost(credentials);
      return;
    }
    request.actor = await access.identify(credentials);
    const state = access.countRequest(request.actor);
    requireCounted(state instanceof Promise ? await state : state, reply);
    normaliseIds(request);
    const workspaceId = (request.params as { workspace_id?: string }).workspace_id;
    if (workspaceId !== undefined) requireWorkspace(request.actor, workspaceId, role ?? 'admin');
    else requireRole(request.actor, role ?? 'admin');
    const { operation } = request.routeOptions.config;
    if (operation !== undefined) requirePermission(request.actor, operation, true);
  });
}

/** Headers that a proxy adds: any of them means that the request was forwarded. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** The parts of a request that identify its sender. */
export function credentialsOf({ headers, cookies, method }: AnyRequest): Credentials {
  return {
    authorization: headers.authorization,
    sessionCookie: cookies[SESSION_COOKIE],
    host: headers.host,
    origin: headers.origin,
    fetchSite: headers['sec-fetch-site'] as string | undefined,
    forwarded: PROXY_HEADERS.some((name) => headers[name] !== undefined),
    unsafe: method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS',
  };
}

/** Throws `rate_limited` if the request exceeds the limit. */
function requireCounted(state: RateLimitState | null, reply: AnyReply): void {
  if (!state) return;
  reply.header('ratelimit-policy', `"key";q=${state.limit};w=60`);
  reply.header('ratelimit', `"key";r=${state.remaining};t=${state.resetSeconds}`);
  if (state.allowed) return;
  throw new AppError(
    'rate_limited',
    `This key may send ${state.limit} requests a minute; wait and try again.`,
    {
      retryAfter: state.resetSeconds,
    },
  );
}

/** Path ids are UUIDs in either case, and are converted to lower case. Throws `invalid_id`. */
function normaliseIds(request: AnyRequest): void {
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) {
    if (!name.endsWith('_id')) continue;
    if (!isUuid(value)) {
      throw new AppError('invalid_id', `${name} in the address is not a UUID.`, {
        errors: [{ pointer: `/${name}`, detail: 'not a UUID' }],
      });
    }
    params[name] = value.toLowerCase();
  }
}

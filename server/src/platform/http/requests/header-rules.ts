import { AppError } from '../../../kernel/errors.ts';
import type { AnyRequest, App } from '../app-type.ts';

/** The properties of an operation that decide its headers: the path is that of the document, without the base path. */
export interface Operation {
  method: string;
  path: string;
  /** Whether it returns 201, or to an agent whose request needs an approval, 202. */
  makes: boolean;
}

/**
 * Operations whose responses are never stored for replay: new keys, sessions and webhooks contain a secret that is
 * shown once, the name of a provider can be taken only once, and a label is stored each time it is sent.
 */
const KEEPS_NO_ANSWER = /^\/(api-keys|session|providers)$|\/(labels|webhooks)$/;

/**
 * Operations on resources with a revision: a provider, a workspace, and what can be edited in it. Others have none,
 * such as an import, which changes by itself while its file arrives.
 */
export const hasRevision = (path: string) =>
  path === '/providers/{provider_name}' ||
  (/^\/workspaces\/.*_id\}$/.test(path) && !/\{(sample|approval|import)_id\}$/.test(path));

export const takesIdempotencyKey = ({ method, path, makes }: Operation) =>
  method === 'POST' && makes && !KEEPS_NO_ANSWER.test(path);

/** A change of rows uses the revision of their source. */
const CHANGES_ROWS = /\{source_id\}\/rows$/;

export const takesIfMatch = ({ method, path }: Operation) =>
  method === 'POST'
    ? CHANGES_ROWS.test(path)
    : (method === 'PATCH' || method === 'DELETE') && hasRevision(path);

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses with `invalid_header` a change that has `If-Match` or `Idempotency-Key` where it has no effect: the client
 * expects that no other change is overwritten, or that nothing is created twice. Reads ignore both.
 */
export function refuseUnusedHeaders(app: App, basePath: string): void {
  app.addHook('preValidation', async ({ headers, method, routeOptions, actor }) => {
    if (headers['if-match'] === undefined && headers['idempotency-key'] === undefined) return;
    if (!CHANGES.includes(method) || routeOptions.url === undefined) return;
    const operation = operationOf(routeOptions, method, basePath, actor?.isAgent === true);
    if (headers['if-match'] !== undefined && !takesIfMatch(operation))
      throw refusedHeader('If-Match', 'this operation does not check a revision');
    if (headers['idempotency-key'] !== undefined && !takesIdempotencyKey(operation))
      throw refusedHeader('Idempotency-Key', 'responses of this operation are not stored for replay');
  });
}

function operationOf(
  { url = '', schema }: AnyRequest['routeOptions'],
  method: string,
  basePath: string,
  isAgent: boolean,
): Operation {
  const path = url.slice(basePath.length).replaceAll(/:(\w+)/g, '{$1}');
  const answers = (schema?.response ?? {}) as Record<string, unknown>;
  return { method, path, makes: '201' in answers || (isAgent && '202' in answers) };
}

function refusedHeader(header: string, why: string): AppError {
  return new AppError('invalid_header', `${header} is not supported here: ${why}. Omit it.`, {
    errors: [{ pointer: `/${header.toLowerCase()}`, detail: 'is not supported on this route' }],
  });
}

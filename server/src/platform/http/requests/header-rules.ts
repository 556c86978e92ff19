import { AppError } from '../../../kernel/errors.ts';
import type { AnyRequest, App } from '../app-type.ts';

/** An operation as far as its headers depend on it: the path as the document writes it, without the base path. */
export interface Operation {
  method: string;
  path: string;
  /** Whether it answers 201; to an agent, whose request of what costs is an approval, also 202. */
  makes: boolean;
}

/**
 * Answers that are never kept for a replay: keys, sessions and new webhooks are secrets that are shown once, the name of a provider
 * is taken once, and a label is stored each time it is sent.
 */
const KEEPS_NO_ANSWER = /^\/(api-keys|session|providers)$|\/(labels|webhooks)$/;

/**
 * A provider, a workspace and what is edited in it have a revision; what nobody edits, what lies outside, and an import, which changes
 * by itself while its file comes, have none.
 */
export const hasRevision = (path: string) =>
  path === '/providers/{provider_name}' ||
  (/^\/workspaces\/.*_id\}$/.test(path) && !/\{(sample|approval|import)_id\}$/.test(path));

export const takesIdempotencyKey = ({ method, path, makes }: Operation) =>
  method === 'POST' && makes && !KEEPS_NO_ANSWER.test(path);

/** A change of rows has the revision of the source that they belong to. */
const CHANGES_ROWS = /\{source_id\}\/rows$/;

export const takesIfMatch = ({ method, path }: Operation) =>
  method === 'POST'
    ? CHANGES_ROWS.test(path)
    : (method === 'PATCH' || method === 'DELETE') && hasRevision(path);

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses with `invalid_header` a change that carries `If-Match` or `Idempotency-Key` where they have no effect: a
 * client that sends them expects that no other change is overwritten, or that nothing is made twice. Reads change
 * nothing and ignore both.
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

import type { FastifySchema, RouteOptions } from 'fastify';

/** Adds what every route would otherwise repeat: its operation id, and that an `open` route needs no key. */
export function describeOperation({
  schema,
  url,
  route,
}: {
  schema: FastifySchema;
  url: string;
  route: RouteOptions;
}): { schema: FastifySchema; url: string } {
  const operationId = route.config?.operation;
  if (!schema || operationId === undefined) return { schema, url };
  const open = route.config?.role === 'open' ? { security: [] } : {};
  return { schema: { ...schema, ...open, operationId }, url };
}

function answersList({ response }: FastifySchema): boolean {
  const ok = (response as Record<string, { properties?: { data?: { type?: string } } }> | undefined)?.['200'];
  return ok?.properties?.data?.type === 'array';
}

const VERBS: Record<string, string> = { PATCH: 'update', PUT: 'replace', DELETE: 'delete' };

/** The id that the route states, otherwise one derived from method and path. HEAD has the id of its GET. */
export function operationIdOf({ method, url, schema = {} }: RouteOptions, basePath: string): string {
  const [named = 'GET'] = [method].flat();
  return (
    schema.operationId ??
    operationIdFromPath(named === 'HEAD' ? 'GET' : named, url, basePath, answersList(schema))
  );
}

/**
 * `POST /workspaces/:workspace_id/stacks` is `createStack`, `GET …/stacks` with a list `listStacks`,
 * `GET …/stacks/:stack_id` `getStack`, `POST …/sources/:source_id/retry` `retrySource`,
 * `GET …/sources/:source_id/chunks` `listSourceChunks`, `POST …/evaluations/estimate` `estimateEvaluation`.
 */
export function operationIdFromPath(method: string, url: string, basePath: string, isList: boolean): string {
  const path = url.slice(basePath.length).replace(/^\/workspaces\/:workspace_id(?=\/)/, '');
  const words = path.split('/').filter((segment) => segment !== '');
  const last = words.at(-1) ?? '';
  const nouns = words.filter((segment) => !segment.startsWith(':'));
  const of = nouns.slice(0, -1).map(singular);
  const name = nouns.at(-1) ?? 'root';
  if (last.startsWith(':'))
    return toCamelCase(method === 'GET' ? 'get' : verbOf(method), ...of, singular(name));
  if (method === 'GET') return isList ? toCamelCase('list', ...of, name) : toCamelCase('get', ...of, name);
  if (method !== 'POST') return toCamelCase(verbOf(method), ...of, name);
  // A POST to a plural, or to a separate resource, creates one; any other last word is the action.
  const makes = name.endsWith('s') || words.length === 1;
  return makes && name !== 'search' ? toCamelCase('create', ...of, singular(name)) : toCamelCase(name, ...of);
}

function verbOf(method: string): string {
  return VERBS[method] ?? method.toLowerCase();
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/([^is])s$/, '$1');
}

function toCamelCase(...names: string[]): string {
  const words = names.flatMap((name) => name.split(/[^A-Za-z0-9]+/).filter((word) => word !== ''));
  return words
    .map((word, i) => (i === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

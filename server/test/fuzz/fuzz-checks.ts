import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from '../support/schema-walk.ts';
import { type Call, queryValue } from './fuzz-requests.ts';

/** What was answered. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Parsed where it is JSON. */
  body: unknown;
}

interface PublishedResponse {
  content?: Record<string, { schema?: object }>;
  headers?: Record<string, { $ref?: string; schema?: object }>;
}

interface Published {
  paths: Record<
    string,
    Record<string, { responses: Record<string, PublishedResponse>; security?: unknown[] }>
  >;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const HEADER_PATTERNS: Record<string, RegExp> = {
  'x-request-id': /^[!-~]{8,200}$/,
  etag: /^"\d+"$/,
  'retry-after': /^\d+$/,
  'idempotency-replayed': /^true$/,
};
/** On every answer that documents them; the others only where there is something to say. */
const ALWAYS = new Set(['X-Request-Id', 'ETag', 'Location']);
const MOST_VALIDATED = 2_000_000;

/** Finds what checks a value against the schema at a place of the document. */
function validators(document: object): (...at: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  ajv.addFormat('uuid', UUID);
  ajv.addFormat('date-time', DATE_TIME);
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return (...at) => {
    const pointer = at.map((each) => each.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const found = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${encodeURI(pointer)}` });
    compiled.set(pointer, found);
    return found;
  };
}

/**
 * The document with closed objects: an answer is written as it is, so what it holds and no schema declares is a field
 * that was never meant to leave the service. Parts of an `allOf` stay open, their whole is closed.
 */
function closed(value: unknown, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((each) => closed(each, isPart));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, closed(each, name === 'allOf')]);
  const schema = Object.fromEntries(fields);
  const isObject =
    !isPart && ('allOf' in value || ('type' in value && value.type === 'object' && 'properties' in value));
  const isOpen = 'additionalProperties' in value || 'patternProperties' in value;
  return isObject && !isOpen ? { ...schema, unevaluatedProperties: false } : schema;
}

/** What an OpenAPI document says of answers and requests, as functions that say what is wrong. */
export function createChecks(document: unknown, codes: ReadonlyMap<string, number>) {
  const { paths } = document as Published;
  const asked = validators(document as object);
  const answered = validators(closed(document) as object);
  const published = ({ path, method }: Operation) => paths[path]?.[method.toLowerCase()];

  function documented(operation: Operation, status: number): [key: string, PublishedResponse] | undefined {
    const responses = published(operation)?.responses ?? {};
    const key = [`${status}`, `${Math.floor(status / 100)}XX`].find((each) => responses[each] !== undefined);
    return key === undefined ? undefined : [key, responses[key] ?? {}];
  }

  function bodyProblem(
    operation: Operation,
    key: string,
    { text, body }: Answer,
    type: string,
  ): string | undefined {
    const schema = documented(operation, Number(key.replace('XX', '00')))?.[1].content?.[type]?.schema;
    if (schema === undefined || !/[/+]json$/.test(type) || text.length > MOST_VALIDATED) return undefined;
    if (body === undefined) return 'the body is not JSON';
    const at = ['paths', operation.path, operation.method.toLowerCase(), 'responses', key, 'content', type];
    const validate = answered(...at, 'schema');
    if (validate(body)) return undefined;
    const [error] = validate.errors ?? [];
    const { unevaluatedProperty: undeclared = '' } = error?.params ?? {};
    return `the body does not conform: ${error?.instancePath.replaceAll(/\d+/g, 'N')} ${error?.message} ${undeclared}`;
  }

  function headerProblem({ headers }: Answer, response: PublishedResponse): string | undefined {
    for (const name of Object.keys(response.headers ?? {})) {
      const value = headers[name.toLowerCase()];
      if (value === undefined) {
        if (ALWAYS.has(name)) return `the header ${name} is missing`;
      } else if (typeof value !== 'string' || HEADER_PATTERNS[name.toLowerCase()]?.test(value) === false)
        return `the header ${name} is ${JSON.stringify(value)}`;
    }
    return undefined;
  }

  return {
    needsKey: (operation: Operation): boolean => published(operation)?.security?.length !== 0,

    /** What of an answer contradicts the document; undefined where nothing does. */
    answerProblem(operation: Operation, answer: Answer): string | undefined {
      const { status, headers, text } = answer;
      if (status >= 500) return `${status}`;
      const found = documented(operation, status);
      if (found === undefined) return `the status ${status} is not documented`;
      const [key, response] = found;
      const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
      const types = Object.keys(response.content ?? {});
      if (types.length === 0) {
        if (text !== '') return 'there is a body, and none is documented';
      } else if (
        !types.some((each) => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))))
      )
        return `the content type ${type} is not documented`;
      return (
        headerProblem(answer, response) ??
        bodyProblem(operation, key, answer, type) ??
        this.codeProblem(answer)
      );
    },

    /** Whether an error is one of the table of `/errors`, with that status. */
    codeProblem({ status, body }: Answer): string | undefined {
      if (status < 400) return undefined;
      const problem = body as { code?: string; status?: number; detail?: string } | undefined;
      const said = codes.get(problem?.code ?? '');
      if (said === undefined) return `the code ${problem?.code} is not in the table of errors`;
      if (said !== status || problem?.status !== status) return `${problem?.code} with status ${status}`;
      return problem.detail ? undefined : 'the problem has no detail';
    },

    /** Why a request does not fit the document; undefined where it does. */
    misfit(operation: Operation, call: Call): string | undefined {
      for (const [name, value] of call.query) {
        const index = operation.parameters.findIndex((each) => each.in === 'query' && each.name === name);
        const parameter = operation.parameters[index];
        if (parameter === undefined) return `the parameter ${name} is unknown`;
        if (call.query.filter(([other]) => other === name).length > 1)
          return `the parameter ${name} is given twice`;
        const validate = asked(
          'paths',
          operation.path,
          operation.method.toLowerCase(),
          'parameters',
          `${index}`,
          'schema',
        );
        if (!validate(queryValue(parameter.schema, value))) return `the parameter ${name}`;
      }
      // Ids have checks of their own; a name in the address has a schema.
      for (const [index, { name, in: where }] of operation.parameters.entries()) {
        const value = call.place[name];
        if (where !== 'path' || name.endsWith('_id') || value === undefined) continue;
        const at = [operation.path, operation.method.toLowerCase(), 'parameters', `${index}`, 'schema'];
        if (!asked('paths', ...at)(value)) return `${name} in the address`;
      }
      if (call.spoilt) return 'the text of the body';
      // Nothing, null and {} alike are no body.
      if (operation.body === undefined) {
        const json = call.json ?? {};
        const empty = call.body === undefined || (typeof json === 'object' && Object.keys(json).length === 0);
        return empty ? undefined : 'a body that is not taken';
      }
      if (call.mediaType !== 'application/json' || call.json === undefined) return undefined;
      const content = ['paths', operation.path, operation.method.toLowerCase(), 'requestBody', 'content'];
      const validate = asked(...content, 'application/json', 'schema');
      if (validate(call.json)) return undefined;
      return `the body: ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`;
    },
  };
}

export type Checks = ReturnType<typeof createChecks>;

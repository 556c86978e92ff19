import type { Operation } from '../support/schema-walk.ts';
import type { Answer } from './fuzz-checks.ts';
import type { Call, Draft } from './fuzz-requests.ts';
import type { Fuzzed } from './fuzz-send.ts';

type Judged = Pick<Fuzzed, 'checks' | 'adminKey' | 'operations'>;

/** Refusals of what fits the schemas: rules that JSON Schema cannot say, each with the field that the answer names. */
const RULES: [operation: RegExp, pointer: RegExp][] = [
  // The id of another resource.
  [/^update/, /^\/(id|workspace_id)$/],
  // A score is refused with advice for those who wrote per cent, which a bound of the schema would not give.
  [/^(create|update)Scenario$/, /^\/quality\/\d+\/\w+$/],
  [/^listSourceRows$/, /^\/version$/],
  // What a type of source needs, and what belongs to uploads.
  [/^createSource$/, /^\/(type|filename|title|content|url|sheet)$/],
];
/** Rules of JSON that hold for every body, which no schema says either. */
const RULES_OF_JSON = new Set(['nesting_too_deep', 'too_many_values', 'invalid_string', 'body_too_large']);

const REFUSALS = new Set([400, 401, 403, 404, 405, 406, 413, 415, 416]);
/** Operations that name in their body what must be there. */
const NAMED_IN_BODY = ['tryStack', 'tryGrader', 'compareEvaluations'];
/** What a viewer may send besides reads. */
const READS = /^(?:search|estimateEvaluation|createSession|deleteSession)$/;

/** What is wrong with an answer to the operation's own method, as far as it follows from the request; else undefined. */
export function unexpected(
  { checks, adminKey }: Judged,
  of: Operation,
  call: Call,
  who: Draft['who'],
  { status, body }: Answer,
): string | undefined {
  const done = status < 300;
  if (call.odd && !done) return undefined;
  const misfit = checks.misfit(of, call);
  const said = toldBy(status, body);
  const guarded = adminKey !== undefined && checks.needsKey(of) && call.headers.authorization === undefined;
  if (guarded && (who === 'nobody' || who === 'revoked')) {
    if (done) return `${status} without a key`;
    // An address that is none is refused before its key is looked at.
    const isAddress = (body as Problem | undefined)?.code === 'invalid_string';
    const sure = call.aim === 'alive' && misfit === undefined && !isAddress;
    return sure && status !== 401 ? `without a key: ${said}` : undefined;
  }
  if (done && guarded && who === 'viewer' && of.method !== 'GET' && !READS.test(of.id))
    return `${status} to a viewer`;
  if (done && misfit !== undefined) return `${status}, and the request does not fit: ${misfit}`;
  if (call.mediaType !== undefined && call.mediaType !== 'application/json') return undefined;
  const byId = Object.keys(call.place).some((name) => name.endsWith('_id'));
  if (done && byId && call.aim === 'gone') return `${status} to what is deleted`;
  if (done && byId && call.aim === 'foreign') return `${status} to what is in another workspace`;
  if (misfit !== undefined || who !== 'admin' || isRuled(of, body)) return undefined;
  if (byId && (call.aim === 'gone' || call.aim === 'foreign'))
    return status === 404 || status === 422 ? undefined : `${call.aim}: ${said}`;
  if (call.aim === 'hostile') return undefined;
  if (status === 412 && call.headers['if-match'] === undefined) return '412 without If-Match';
  // Of an address there is no original; a key that is not known cannot sign in, and without one only the console can.
  if (status === 404 && (!byId || of.id === 'getSourceOriginal' || NAMED_IN_BODY.includes(of.id)))
    return undefined;
  if ((status === 401 || status === 403) && of.id === 'createSession') return undefined;
  return REFUSALS.has(status) ? `fits the document and is refused: ${said}` : undefined;
}

interface Problem {
  code?: string;
  detail?: string;
  errors?: { pointer: string }[];
}

function toldBy(status: number, body: unknown): string {
  const { code, detail = '', errors = [] } = (body ?? {}) as Problem;
  const places = errors.map(({ pointer }) => pointer.replaceAll(/\d+/g, 'N'));
  return `${status} ${code} ${places} ${detail.slice(0, 100)}`;
}

/** Whether it was refused by a rule that the document cannot say. */
function isRuled({ id }: Operation, body: unknown): boolean {
  const { code = '', errors = [{ pointer: '' }] } = (body ?? {}) as Problem;
  if (code === 'invalid_cursor' || RULES_OF_JSON.has(code)) return true;
  return errors.every(({ pointer }) => RULES.some(([name, field]) => name.test(id) && field.test(pointer)));
}

/** What is wrong with an answer to a method that is not the operation's own; undefined where nothing is. */
export function unexpectedMethod(
  { operations, checks }: Judged,
  of: Operation,
  call: Call,
  answer: Answer,
): string | undefined {
  const { status, headers } = answer;
  if (status >= 500) return `${call.method}: ${status}`;
  const address = call.path.split('?')[0] ?? '';
  const same = operations.filter(({ path }) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
  if (call.method === 'HEAD' || same.some(({ method }) => method === call.method)) return undefined;
  if (of.path.includes('{') && call.aim !== 'alive') return undefined;
  const said = checks.codeProblem(answer);
  if (said !== undefined) return `${call.method}: ${said}`;
  if (status < 300) return `${call.method}: ${status} to a method that is not documented`;
  return status === 405 && headers.allow === undefined ? `${call.method}: 405 without Allow` : undefined;
}

import type { Operation } from '../support/schema-walk.ts';
import type { Answer } from './fuzz-checks.ts';
import { unexpected, unexpectedMethod } from './fuzz-expect.ts';
import { createKnown, type Place } from './fuzz-known.ts';
import type { Call, Draft } from './fuzz-requests.ts';
import { type Fuzzed, send } from './fuzz-send.ts';

/** What the requests of one session know of each other. */
export interface Session {
  readonly fuzzed: Fuzzed;
  readonly seed: number;
  readonly known: ReturnType<typeof createKnown>;
  readonly keys: { viewer?: string; limited?: string; revoked?: string };
  /** What later requests need: never deleted. */
  readonly bases: Set<string>;
  /** What lies in a workspace beside it. */
  foreign: Place;
  latest: Answer | undefined;
}

export function openSession(fuzzed: Fuzzed, seed: number): Session {
  const known = createKnown(fuzzed.operations);
  return { fuzzed, seed, known, keys: {}, bases: new Set(), foreign: {}, latest: undefined };
}

export function operationOf({ fuzzed }: Session, id: string): Operation {
  const found = fuzzed.operations.find((each) => each.id === id);
  if (!found) throw new Error(`the document has no operation ${id}`);
  return found;
}

export const readAt = ({ fuzzed }: Session, path: string) =>
  send(fuzzed, plain('GET', path), fuzzed.adminKey);

/** Sends one and says what is wrong with the answer; learns from it where `learning`. */
export async function perform(
  session: Session,
  of: Operation,
  call: Call,
  who: Draft['who'],
  learning = true,
): Promise<string | undefined> {
  const { fuzzed, keys } = session;
  const { adminKey, checks, tally } = fuzzed;
  const key = who === 'nobody' ? undefined : who === 'admin' ? adminKey : (keys[who] ?? adminKey);
  const asked =
    adminKey === undefined || (keys[who as 'viewer'] === undefined && who !== 'nobody') ? 'admin' : who;
  const answer = await send(fuzzed, call, key);
  session.latest = answer;
  if (answer === undefined) return undefined;
  if (call.method !== of.method) {
    // Another method of the same address, drawn instead of the operation's own, can delete what is there.
    if (call.method === 'DELETE' && answer.status < 300) forgetDeleted(session, of.path, call);
    return unexpectedMethod(fuzzed, of, call, answer);
  }
  const problem = checks.answerProblem(of, answer) ?? unexpected(fuzzed, of, call, asked, answer);
  if (learning) {
    tally.counted(of, answer);
    if (answer.status < 300) return problem ?? (await follow(session, of, call, answer));
  }
  return problem;
}

/** What must hold after a success: what was made is there, what was deleted is not. */
async function follow(
  session: Session,
  of: Operation,
  call: Call,
  answer: Answer,
): Promise<string | undefined> {
  const { known, fuzzed } = session;
  const address = call.path.split('?')[0] ?? '';
  const etag = answer.headers.etag;
  const own = call.place.workspace_id !== undefined;
  known.learn(
    of,
    call.place,
    address,
    { body: answer.body, etag: typeof etag === 'string' ? etag : undefined },
    own,
  );
  const { location } = answer.headers;
  if (typeof location === 'string' && answer.headers['idempotency-replayed'] === undefined) {
    const again = await readAt(session, location);
    if (again?.status !== 200) return `what was made is ${again?.status} at its Location`;
    const [made, found] = [answer.body, again.body] as { id?: string }[];
    return made?.id === found?.id ? undefined : 'at the Location is something else';
  }
  if (of.method !== 'DELETE') return undefined;
  if (lastParameter(of.path) === undefined) return undefined;
  forgetDeleted(session, of.path, call);
  if (of.path.endsWith('}')) {
    if (!fuzzed.operations.some(({ path, method }) => path === of.path && method === 'GET')) return undefined;
    const again = await readAt(session, address);
    return again?.status === 404 ? undefined : `what was deleted is ${again?.status}`;
  }
  return undefined;
}

/** What a DELETE of this path has deleted is no longer there: one thing, or all messages of a workspace. */
function forgetDeleted({ known }: Session, path: string, call: Call): void {
  const item = lastParameter(path);
  if (item === undefined) return;
  if (path.endsWith('}')) {
    known.remove(item, call.place);
    return;
  }
  if (!path.endsWith('/messages')) return;
  for (const place of [...known.alive('message_id')])
    if (place.workspace_id?.toLowerCase() === call.place.workspace_id?.toLowerCase())
      known.remove('message_id', place);
}

/** Sends what fits, as the administrator, and answers what was made. */
export async function make(
  session: Session,
  id: string,
  place: Place,
  value: unknown,
): Promise<{ id?: string; key?: string }> {
  const { fuzzed, seed } = session;
  const { tally } = fuzzed;
  const of = operationOf(session, id);
  const path = of.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place[name] ?? '');
  const call = { ...plain(of.method, path), place, json: value, mediaType: 'application/json' };
  const body = value === undefined ? undefined : JSON.stringify(value);
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const problem = await perform(
    session,
    of,
    { ...call, body, headers, mediaType: body && 'application/json' },
    'admin',
  );
  if (problem !== undefined && tally.isNew(of, problem))
    tally.found(of, problem, { ...call, body, headers }, seed);
  return (session.latest?.body ?? {}) as { id?: string };
}

export const plain = (method: string, path: string): Call => ({
  method,
  path,
  place: {},
  headers: {},
  body: undefined,
  chunked: false,
  json: undefined,
  spoilt: false,
  aim: 'alive',
  query: [],
  odd: false,
  mediaType: undefined,
});

export const lastParameter = (path: string): string | undefined =>
  [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];

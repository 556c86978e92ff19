import fc from 'fast-check';
import type { Operation } from '../support/schema-walk.ts';
import { rawProblem, rawRequests, sendRaw } from './fuzz-raw.ts';
import { type Call, callOf, type Draft, draftOf } from './fuzz-requests.ts';
import type { Fuzzed } from './fuzz-send.ts';
import { setUp, tearDown } from './fuzz-setup.ts';
import { lastParameter, openSession, perform, type Session } from './fuzz-step.ts';

const MOST_TRIES_TO_SHRINK = 60;
/** Every so many is sent on the wire. */
const RAW_EVERY = 25;

/** A first run is biased towards what is small: the schemas' bounds are drawn on purpose. */
const ONE = { numRuns: 1, unbiased: true };

/** Neighbouring seeds give neighbouring values: they are scattered first. */
function mixed(seed: number, at: number): number {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(at + 1, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  return x ^ (x >>> 15);
}

/** Runs the requests of one numbered session: the same seed and number make the same drafts. */
export async function runSession(fuzzed: Fuzzed, seed: number, requests: number): Promise<void> {
  const session = openSession(fuzzed, seed);
  const { known } = session;
  const { operations } = fuzzed;
  const example = await setUp(session);
  const arbitraries = new Map(operations.map((of) => [of, draftOf(of, known, example[of.id] ?? [])]));
  const raw = rawRequests(rawPaths(session));
  const weighted = operations.flatMap((of) => Array<Operation>(weightOf(of)).fill(of));
  const order = fc.sample(fc.constantFrom(...weighted), {
    seed: mixed(seed, -1),
    numRuns: requests,
    unbiased: true,
  });
  for (const [i, of] of order.entries()) {
    const at = mixed(seed, i);
    if (i % RAW_EVERY === RAW_EVERY - 1) {
      await tryRaw(session, raw, at);
      continue;
    }
    const made = arbitraries.get(of);
    const [draft] = made === undefined ? [] : fc.sample(made, { seed: at, ...ONE });
    const call = draft && drawnCall(session, of, draft);
    if (draft === undefined || made === undefined || call === undefined || isKept(session, of, call))
      continue;
    const problem = await perform(session, of, call, draft.who);
    if (problem !== undefined) await report(session, { of, problem, call, draft, made, at });
  }
  await tearDown(session);
}

function drawnCall({ known, seed, foreign, bases }: Session, of: Operation, draft: Draft): Call | undefined {
  return callOf(of, draft, known, { session: seed, foreign, kept: bases });
}

interface Problem {
  of: Operation;
  problem: string;
  call: Call;
  draft: Draft;
  made: fc.Arbitrary<Draft>;
  /** The seed of the draft. */
  at: number;
}

/** Looks for a smaller request with the same problem, and notes it. */
async function report(session: Session, { of, problem, call, draft, made, at }: Problem): Promise<void> {
  const { fuzzed, seed } = session;
  const { tally } = fuzzed;
  if (!tally.isNew(of, problem)) return;
  let smallest = call;
  let tries = 0;
  const fails = async (each: Draft): Promise<boolean> => {
    if (tries++ > MOST_TRIES_TO_SHRINK) return false;
    const next = drawnCall(session, of, each);
    if (next === undefined) return false;
    const again = await perform(session, of, next, each.who, false);
    const same = again !== undefined && tally.signature(of, again) === tally.signature(of, problem);
    if (same) smallest = next;
    return same;
  };
  // What is deleted once cannot be deleted again.
  if (of.method !== 'DELETE' && (await fails(draft)))
    await fc.check(
      fc.asyncProperty(made, async (each) => !(await fails(each))),
      { seed: at, ...ONE },
    );
  tally.found(of, problem, smallest, seed);
}

async function tryRaw(
  { fuzzed, seed }: Session,
  raw: ReturnType<typeof rawRequests>,
  at: number,
): Promise<void> {
  const [request] = fc.sample(raw, { seed: at, ...ONE });
  if (!request) return;
  const answer = await sendRaw(fuzzed.url, request);
  const { tally } = fuzzed;
  tally.raw(answer);
  const problem = rawProblem(answer);
  if (problem !== undefined && tally.isNew(undefined, problem))
    tally.found(undefined, problem, request, seed);
}

function rawPaths({ known }: Session): string[] {
  const [workspace] = known.alive('workspace_id');
  return [
    '/healthz',
    '/workspaces',
    '/session',
    '/events',
    `/workspaces/${workspace?.workspace_id}/search`,
    '/console/',
    '/docs',
    '/openapi.json',
  ];
}

/** What later requests of the session need: it is never deleted, and the first key would end the open mode. */
function isKept({ bases, fuzzed }: Session, { id, path, method }: Operation, call: Call): boolean {
  const sent = call.method === 'DELETE' && !path.endsWith('/messages') && !path.endsWith('/session');
  if (
    sent &&
    Object.entries(call.place).some(
      ([name, value]) => name === lastParameter(path) && bases.has(value.toLowerCase()),
    )
  )
    return true;
  return (
    fuzzed.adminKey === undefined &&
    id === 'createApiKey' &&
    method === call.method &&
    !call.spoilt &&
    call.aim === 'alive'
  );
}

function weightOf({ method, path }: Operation): number {
  if (method === 'DELETE') return 2;
  if (/\/(evaluations|rerun|retry|resume|fetch)$/.test(path) && method === 'POST') return 2;
  return method === 'GET' && !path.includes('{') ? 2 : 4;
}

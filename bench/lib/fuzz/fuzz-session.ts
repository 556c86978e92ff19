import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Operation } from '../../../server/test/support/schema-walk.ts';
import type { Answer } from './fuzz-checks.ts';
import { addIds, examplesOf, MADE } from './fuzz-examples.ts';
import { unexpected, unexpectedMethod } from './fuzz-expect.ts';
import { createKnown, type Place } from './fuzz-known.ts';
import { rawProblem, rawRequests, sendRaw } from './fuzz-raw.ts';
import { type Call, callOf, type Draft, draftOf } from './fuzz-requests.ts';
import { type Fuzzed, send } from './fuzz-send.ts';

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
  const { operations, checks, tally, adminKey } = fuzzed;
  const known = createKnown(operations);
  const operation = (id: string) => {
    const found = operations.find((each) => each.id === id);
    if (!found) throw new Error(`the document has no operation ${id}`);
    return found;
  };
  const keys: { viewer?: string; limited?: string; revoked?: string } = {};
  const bases = new Set<string>();
  let foreign: Place = {};
  let latest: Answer | undefined;

  const read = (path: string) => send(fuzzed, plain('GET', path), adminKey);

  /** Sends one and says what is wrong with the answer; learns from it where `learning`. */
  async function perform(
    of: Operation,
    call: Call,
    who: Draft['who'],
    learning = true,
  ): Promise<string | undefined> {
    const key = who === 'nobody' ? undefined : who === 'admin' ? adminKey : (keys[who] ?? adminKey);
    const asked =
      adminKey === undefined || (keys[who as 'viewer'] === undefined && who !== 'nobody') ? 'admin' : who;
    const answer = await send(fuzzed, call, key);
    latest = answer;
    if (answer === undefined) return undefined;
    if (call.method !== of.method) return unexpectedMethod(fuzzed, of, call, answer);
    const problem = checks.answerProblem(of, answer) ?? unexpected(fuzzed, of, call, asked, answer);
    if (learning) {
      tally.counted(of, answer);
      if (answer.status < 300) return problem ?? (await follow(of, call, answer));
    }
    return problem;
  }

  /** What must hold after a success: what was made is there, what was deleted is not. */
  async function follow(of: Operation, call: Call, answer: Answer): Promise<string | undefined> {
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
      const again = await read(location);
      if (again?.status !== 200) return `what was made is ${again?.status} at its Location`;
      const [made, found] = [answer.body, again.body] as { id?: string }[];
      return made?.id === found?.id ? undefined : 'at the Location is something else';
    }
    if (of.method !== 'DELETE') return undefined;
    const item = lastParameter(of.path);
    if (item === undefined) return undefined;
    if (of.path.endsWith('}')) {
      known.remove(item, call.place);
      if (!operations.some(({ path, method }) => path === of.path && method === 'GET')) return undefined;
      const again = await read(address);
      return again?.status === 404 ? undefined : `what was deleted is ${again?.status}`;
    }
    for (const place of [...known.alive('message_id')])
      if (place.workspace_id?.toLowerCase() === call.place.workspace_id?.toLowerCase())
        known.remove('message_id', place);
    return undefined;
  }

  async function report(
    of: Operation,
    problem: string,
    call: Call,
    draft: Draft,
    made: fc.Arbitrary<Draft>,
    at: number,
  ) {
    if (!tally.isNew(of, problem)) return;
    let smallest = call;
    let tries = 0;
    const fails = async (each: Draft): Promise<boolean> => {
      if (tries++ > MOST_TRIES_TO_SHRINK) return false;
      const next = callOf(of, each, known, { session: seed, foreign, kept: bases });
      if (next === undefined) return false;
      const again = await perform(of, next, each.who, false);
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

  async function make(id: string, place: Place, value: unknown): Promise<{ id?: string; key?: string }> {
    const of = operation(id);
    const path = of.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place[name] ?? '');
    const call = { ...plain(of.method, path), place, json: value, mediaType: 'application/json' };
    const body = value === undefined ? undefined : JSON.stringify(value);
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const problem = await perform(
      of,
      { ...call, body, headers, mediaType: body && 'application/json' },
      'admin',
    );
    if (problem !== undefined && tally.isNew(of, problem))
      tally.found(of, problem, { ...call, body, headers }, seed);
    return (latest?.body ?? {}) as { id?: string };
  }

  const example = await setUp();
  const arbitraries = new Map(operations.map((of) => [of, draftOf(of, known, example[of.id] ?? [])]));
  const raw = rawRequests(rawPaths());
  const weighted = operations.flatMap((of) => Array<Operation>(weightOf(of)).fill(of));
  const order = fc.sample(fc.constantFrom(...weighted), {
    seed: mixed(seed, -1),
    numRuns: requests,
    unbiased: true,
  });
  for (const [i, of] of order.entries()) {
    const at = mixed(seed, i);
    if (i % RAW_EVERY === RAW_EVERY - 1) {
      await tryRaw(at);
      continue;
    }
    const made = arbitraries.get(of);
    const [draft] = made === undefined ? [] : fc.sample(made, { seed: at, ...ONE });
    const call = draft && callOf(of, draft, known, { session: seed, foreign, kept: bases });
    if (draft === undefined || made === undefined || call === undefined || isKept(of, call)) continue;
    const problem = await perform(of, call, draft.who);
    if (problem !== undefined) await report(of, problem, call, draft, made, at);
  }
  await tearDown();

  async function tryRaw(at: number): Promise<void> {
    const [request] = fc.sample(raw, { seed: at, ...ONE });
    if (!request) return;
    const answer = await sendRaw(fuzzed.url, request);
    tally.raw(answer);
    const problem = rawProblem(answer);
    if (problem !== undefined && tally.isNew(undefined, problem))
      tally.found(undefined, problem, request, seed);
  }

  function rawPaths(): string[] {
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
  function isKept({ id, path, method }: Operation, call: Call): boolean {
    const sent = call.method === 'DELETE' && !path.endsWith('/messages') && !path.endsWith('/session');
    if (
      sent &&
      Object.entries(call.place).some(
        ([name, value]) => name === lastParameter(path) && bases.has(value.toLowerCase()),
      )
    )
      return true;
    return (
      adminKey === undefined &&
      id === 'createApiKey' &&
      method === call.method &&
      !call.spoilt &&
      call.aim === 'alive'
    );
  }

  async function setUp(): Promise<Record<string, unknown[]>> {
    const { id: workspace_id = '' } = await make('createWorkspace', {}, { name: 'Fuzzed' });
    const { id: other = '' } = await make('createWorkspace', {}, { name: 'Beside it' });
    const examples = examplesOf(fuzzed);
    for (const at of [workspace_id, other]) {
      bases.add(at);
      const made: Record<string, string> = {};
      for (const [id, name] of MADE) {
        const [value] = examples[id] ?? [];
        const { id: each = '' } = await make(id, { workspace_id: at }, value);
        bases.add(each);
        made[name] = each;
      }
      if (at === other) {
        foreign = { workspace_id: other, ...made };
        for (const [name, id] of Object.entries(made)) {
          const place = { workspace_id: other, [name]: id };
          const kept = known.alive(name).filter((each) => each.workspace_id === other);
          for (const each of kept.length > 0 ? kept : [place]) known.forget(name, each);
        }
        known.forget('workspace_id', { workspace_id: other });
      }
    }
    const [workspace] = known.alive('workspace_id');
    const [evaluation] = known.alive('evaluation_id');
    if (workspace && evaluation) {
      await ended(evaluation);
      await make('listEvaluationSamples', evaluation, undefined);
      if (fuzzed.provider !== undefined) await stopped(workspace);
    }
    const { data = [] } = (await make('listBenchmarks', {}, undefined)) as { data?: { type: string }[] };
    for (const { type } of data) known.word('benchmark_type', type);
    for (const id of ['listProviders', 'listCatalogProviders']) await make(id, {}, undefined);
    if (adminKey !== undefined) {
      known.word('key', adminKey);
      const keyOf = async (role: string, more: object = {}) =>
        make('createApiKey', {}, { name: role, role, ...more });
      keys.viewer = (await keyOf('viewer')).key ?? '';
      keys.limited = (await keyOf('editor', { workspaces: [workspace_id] })).key ?? '';
      const revoked = await keyOf('editor');
      await make('deleteApiKey', { key_id: revoked.id ?? '' }, undefined);
      keys.revoked = revoked.key ?? '';
      for (const { key_id = '' } of known.alive('key_id')) bases.add(key_id);
    }
    return addIds(examples, known);
  }

  /** Evaluations that can be resumed and retried; the latter takes seconds to fail, so not every session waits. */
  async function stopped(workspace: Place): Promise<void> {
    const models = seed % 10 === 0 ? ['spent', 'broken'] : ['spent'];
    for (const model_id of models) {
      const targets = [{ target_type: 'model', model_provider: fuzzed.provider, model_id }];
      const benchmarks = [{ benchmark_type: 'arithmetic', num_samples: 2 }];
      const { id = '' } = await make('createEvaluation', workspace, { name: model_id, targets, benchmarks });
      await ended({ ...workspace, evaluation_id: id });
      await make(
        model_id === 'spent' ? 'resumeEvaluation' : 'retryEvaluation',
        { ...workspace, evaluation_id: id },
        undefined,
      );
    }
  }

  async function ended(evaluation: Place): Promise<void> {
    for (let tries = 0; tries < 160; tries++) {
      const { status } = (await make('getEvaluation', evaluation, undefined)) as { status?: string };
      if (status !== 'queued' && status !== 'running') return;
      await sleep(50);
    }
  }

  async function tearDown(): Promise<void> {
    const inside = [...known.alive('stack_id'), ...known.alive('evaluation_id')].slice(0, 5);
    for (const { key_id = '' } of known.alive('key_id')) await make('deleteApiKey', { key_id }, undefined);
    for (const place of [...known.alive('workspace_id'), { workspace_id: foreign.workspace_id ?? '' }])
      await make('deleteWorkspace', place, undefined);
    for (const place of inside) {
      const item = 'stack_id' in place ? 'stacks' : 'evaluations';
      const path = `/workspaces/${place.workspace_id}/${item}/${place.stack_id ?? place.evaluation_id}`;
      const again = await read(path);
      const of = operation(item === 'stacks' ? 'getStack' : 'getEvaluation');
      if (again?.status !== 404)
        tally.found(of, `in a deleted workspace: ${again?.status}`, plain('GET', path), seed);
    }
  }
}

function weightOf({ method, path }: Operation): number {
  if (method === 'DELETE') return 2;
  if (/\/(evaluations|rerun|retry|resume|fetch)$/.test(path) && method === 'POST') return 2;
  return method === 'GET' && !path.includes('{') ? 2 : 4;
}

const plain = (method: string, path: string): Call => ({
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

const lastParameter = (path: string): string | undefined => [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];

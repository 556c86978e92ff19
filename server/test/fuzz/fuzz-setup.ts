import { setTimeout as sleep } from 'node:timers/promises';
import { addIds, examplesOf, MADE } from './fuzz-examples.ts';
import type { Place } from './fuzz-known.ts';
import { send } from './fuzz-send.ts';
import { make, operationOf, plain, readAt, type Session } from './fuzz-step.ts';

/** Makes two workspaces with one of each in them, and keys; answers examples of each operation's body. */
export async function setUp(session: Session): Promise<Record<string, unknown[]>> {
  const { fuzzed, known, bases } = session;
  const { id: workspace_id = '' } = await make(session, 'createWorkspace', {}, { name: 'Fuzzed' });
  const { id: other = '' } = await make(session, 'createWorkspace', {}, { name: 'Beside it' });
  const examples = examplesOf(fuzzed);
  for (const at of [workspace_id, other]) {
    bases.add(at);
    const made = await fill(session, at, examples);
    if (at === other) hide(session, other, made);
  }
  const [workspace] = known.alive('workspace_id');
  const [evaluation] = known.alive('evaluation_id');
  if (workspace && evaluation) {
    await ended(session, evaluation);
    await make(session, 'listEvaluationSamples', evaluation, undefined);
    if (fuzzed.provider !== undefined) await stopped(session, workspace);
  }
  const { data = [] } = (await make(session, 'listBenchmarks', {}, undefined)) as {
    data?: { type: string }[];
  };
  for (const { type } of data) known.word('benchmark_type', type);
  for (const id of ['listProviders', 'listCatalogProviders']) await make(session, id, {}, undefined);
  if (fuzzed.adminKey !== undefined) {
    await makeKeys(session, fuzzed.adminKey, workspace_id);
    await askAsAgent(session, workspace_id, examples);
  }
  return addIds(examples, known);
}

type Examples = ReturnType<typeof examplesOf>;

/** Makes one of each in a workspace, and answers their ids by the name of their parameter. */
async function fill(session: Session, workspace_id: string, examples: Examples): Promise<Place> {
  const made: Record<string, string> = {};
  for (const [id, name] of MADE) {
    const [value] = examples[id] ?? [];
    const { id: each = '' } = await make(session, id, { workspace_id }, value);
    session.bases.add(each);
    made[name] = each;
  }
  return made;
}

/** What is in the other workspace is not among what is known: requests use it as what lies elsewhere. */
function hide(session: Session, workspace_id: string, made: Place): void {
  const { known } = session;
  session.foreign = { workspace_id, ...made };
  for (const [name, id] of Object.entries(made)) {
    const place = { workspace_id, [name]: id };
    const kept = known.alive(name).filter((each) => each.workspace_id === workspace_id);
    for (const each of kept.length > 0 ? kept : [place]) known.forget(name, each);
  }
  known.forget('workspace_id', { workspace_id });
}

/** Keys of each kind; none of them is deleted by a later request. */
async function makeKeys(session: Session, adminKey: string, workspace_id: string): Promise<void> {
  const { known, keys, bases } = session;
  known.word('key', adminKey);
  const keyOf = async (role: string, more: object = {}) =>
    make(session, 'createApiKey', {}, { name: role, role, ...more });
  keys.viewer = (await keyOf('viewer')).key ?? '';
  keys.limited = (await keyOf('editor', { workspaces: [workspace_id] })).key ?? '';
  const revoked = await keyOf('editor');
  await make(session, 'deleteApiKey', { key_id: revoked.id ?? '' }, undefined);
  keys.revoked = revoked.key ?? '';
  for (const { key_id = '' } of known.alive('key_id')) bases.add(key_id);
}

/** An agent's key asks for evaluations: each waits for a person as an approval, which later requests read and decide. */
async function askAsAgent(session: Session, workspace_id: string, examples: Examples): Promise<void> {
  const { fuzzed } = session;
  const { key } = await make(session, 'createApiKey', {}, { name: 'agent', role: 'editor', agent: true });
  for (const body of examples.createEvaluation ?? []) {
    const call = plain('POST', `/workspaces/${workspace_id}/evaluations`);
    const headers = { 'content-type': 'application/json' };
    await send(fuzzed, { ...call, headers, body: JSON.stringify(body) }, key);
  }
  await make(session, 'listApprovals', { workspace_id }, undefined);
}

/** Evaluations that can be resumed and retried; the latter takes seconds to fail, so not every session waits. */
async function stopped(session: Session, workspace: Place): Promise<void> {
  const { fuzzed, seed } = session;
  const models = seed % 10 === 0 ? ['spent', 'broken'] : ['spent'];
  for (const model_id of models) {
    const targets = [{ target_type: 'model', model_provider: fuzzed.provider, model_id }];
    const benchmarks = [{ benchmark_type: 'arithmetic', num_samples: 2 }];
    const { id = '' } = await make(session, 'createEvaluation', workspace, {
      name: model_id,
      targets,
      benchmarks,
    });
    await ended(session, { ...workspace, evaluation_id: id });
    await make(
      session,
      model_id === 'spent' ? 'resumeEvaluation' : 'retryEvaluation',
      { ...workspace, evaluation_id: id },
      undefined,
    );
  }
}

async function ended(session: Session, evaluation: Place): Promise<void> {
  for (let tries = 0; tries < 160; tries++) {
    const { status } = (await make(session, 'getEvaluation', evaluation, undefined)) as { status?: string };
    if (status !== 'queued' && status !== 'running') return;
    await sleep(50);
  }
}

export async function tearDown(session: Session): Promise<void> {
  const { known, fuzzed, foreign, seed } = session;
  const inside = [...known.alive('stack_id'), ...known.alive('evaluation_id')].slice(0, 5);
  for (const { key_id = '' } of known.alive('key_id'))
    await make(session, 'deleteApiKey', { key_id }, undefined);
  for (const place of [...known.alive('workspace_id'), { workspace_id: foreign.workspace_id ?? '' }])
    await make(session, 'deleteWorkspace', place, undefined);
  for (const place of inside) {
    const item = 'stack_id' in place ? 'stacks' : 'evaluations';
    const path = `/workspaces/${place.workspace_id}/${item}/${place.stack_id ?? place.evaluation_id}`;
    const again = await readAt(session, path);
    const of = operationOf(session, item === 'stacks' ? 'getStack' : 'getEvaluation');
    if (again?.status !== 404)
      fuzzed.tally.found(of, `in a deleted workspace: ${again?.status}`, plain('GET', path), seed);
  }
}

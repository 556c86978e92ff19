import { setTimeout as delay } from 'node:timers/promises';
import { answer, type Client, type Schemas } from '@touchstone/client';
import type { Output } from '../terminal/output.ts';
import type { Example, ExampleDocument } from './example.ts';

/** What every step of the story needs. */
export interface Stage {
  client: Client;
  example: Example;
  out: Output;
  /** Aborted when the person has seen enough. */
  signal: AbortSignal;
}

const POLL_MS = 100;
const READY_WITHIN_MS = 120_000;
const HITS = 3;
const EXCERPT = 90;
const SENTENCE = /[^\n]+?(?:[.!?](?=\s)|$)/gm;

export async function createWorkspace({ client, out }: Stage): Promise<string> {
  const { id, name } = await answer(
    client.POST('/workspaces', { body: { name: 'Order-support assistant (demonstration)' } }),
  );
  out.line(`${name}, ${id}`);
  return id;
}

/** Adds the documents and waits until a search finds them. */
export async function addDocuments(stage: Stage, workspaceId: string): Promise<void> {
  const added: Schemas['Source'][] = [];
  for (const document of stage.example.documents)
    added.push(await addText(stage.client, workspaceId, document));
  const ready = await Promise.all(added.map((source) => untilReady(stage, workspaceId, source)));
  const rows = ready.map(({ title, status, chunk_count }) => [title, status, String(chunk_count)]);
  stage.out.table(['document', 'status', 'chunks'], rows, ['chunks']);
}

export async function searchDocuments(stage: Stage, workspaceId: string): Promise<void> {
  const { client, example, out } = stage;
  const path = { workspace_id: workspaceId };
  for (const [i, query] of example.searches.entries()) {
    if (i > 0) out.line();
    const found = await answer(
      client.POST('/workspaces/{workspace_id}/search', { params: { path }, body: { query, limit: HITS } }),
    );
    out.line(`${query}   (${found.mode}, ${found.took_ms} ms)`);
    for (const hit of found.results) {
      out.line(`  ${hit.score.toFixed(2)}  ${hit.source_title}: ${telling(hit)}`);
    }
  }
}

/** The questions are a text source like any other; the evaluation names it by its title. */
export async function addDataset(stage: Stage, workspaceId: string): Promise<void> {
  const { example, out } = stage;
  const title = example.evaluation.benchmarks?.find((one) => one.benchmark_type === 'dataset')?.subset;
  const source = await addText(stage.client, workspaceId, {
    title: title ?? 'Questions',
    content: example.questionLines,
  });
  const { status } = await untilReady(stage, workspaceId, source);
  out.line(`“${source.title}”, ${example.questions.length} questions about the documents: ${status}`);
}

export async function storeScenarios(stage: Stage, workspaceId: string): Promise<Schemas['Scenario'][]> {
  const params = { path: { workspace_id: workspaceId } };
  const scenarios: Schemas['Scenario'][] = [];
  for (const body of stage.example.scenarios) {
    scenarios.push(await answer(stage.client.POST('/workspaces/{workspace_id}/scenarios', { params, body })));
  }
  const rows = scenarios.map(({ name, traffic_profile, slo_requirements, budget }) => [
    name,
    `${slo_requirements.throughput_rps} requests/s, ${traffic_profile}`,
    [...limitsOf(slo_requirements), ...limitsOf(budget)].join(', '),
  ]);
  stage.out.table(['scenario', 'traffic', 'limits'], rows);
  return scenarios;
}

/** `p95_latency_ms 3500`, without the rate, which has a column of its own. */
function limitsOf(limits: object): string[] {
  return Object.entries(limits).flatMap(([name, limit]) =>
    name === 'throughput_rps' ? [] : [`${name} ${limit}`],
  );
}

export async function storeStacks(stage: Stage, workspaceId: string): Promise<Schemas['Stack'][]> {
  const params = { path: { workspace_id: workspaceId } };
  const stacks: Schemas['Stack'][] = [];
  for (const body of stage.example.stacks) {
    stacks.push(await answer(stage.client.POST('/workspaces/{workspace_id}/stacks', { params, body })));
  }
  const rows = stacks.map(({ name, model }) => [name, `${model.provider}/${model.model_id}`]);
  stage.out.table(['stack', 'model'], rows);
  return stacks;
}

/** Stores a text as a source; it is read in the background. */
export function addText(
  client: Client,
  workspaceId: string,
  { title, content }: ExampleDocument,
): Promise<Schemas['Source']> {
  const params = { path: { workspace_id: workspaceId } };
  return answer(
    client.POST('/workspaces/{workspace_id}/sources', { params, body: { type: 'text', title, content } }),
  );
}

/** Asks again until the source is ready. Throws where it failed, or is not ready in time. */
export async function untilReady(
  { client, signal }: Pick<Stage, 'client' | 'signal'>,
  workspaceId: string,
  { id, title }: Schemas['Source'],
): Promise<Schemas['Source']> {
  const path = { workspace_id: workspaceId, source_id: id };
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const source = await answer(
      client.GET('/workspaces/{workspace_id}/sources/{source_id}', { params: { path } }),
    );
    if (source.status === 'ready') return source;
    if (source.status === 'failed') throw new Error(`“${title}” could not be read: ${source.error?.message}`);
    if (performance.now() > giveUpAt)
      throw new Error(`“${title}” is still ${source.status} after ${READY_WITHIN_MS / 1000} s.`);
    await delay(POLL_MS, undefined, { signal });
  }
}

/** The sentence of a hit that holds the most matched passages. */
function telling({ text, highlights }: Schemas['SearchResult']): string {
  let best = '';
  let most = -1;
  for (const { 0: sentence, index } of text.matchAll(SENTENCE)) {
    const within = highlights.filter(({ start }) => start >= index && start < index + sentence.length);
    if (within.length > most) [best, most] = [sentence.replace(/^#+/, '').trim(), within.length];
  }
  return best.length <= EXCERPT ? best : `${best.slice(0, EXCERPT - 1)}…`;
}

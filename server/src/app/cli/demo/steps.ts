import { answer, type Client, type Schemas } from '@touchstone/client';
import { requirementNoun, withUnit } from '@touchstone/report';
import { decimal } from '@touchstone/report/figures';
import type { LimitName } from '@touchstone/report/limits';
import { createEvaluation, waitUntilEnded } from '../service/run-evaluation.ts';
import { addText, waitUntilReady } from '../service/text-source.ts';
import type { Output } from '../terminal/output.ts';
import type { Example } from './example.ts';

/** What every step of the demonstration uses. */
export interface DemoContext {
  client: Client;
  example: Example;
  out: Output;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
}

const HITS = 3;
const EXCERPT = 90;
const SENTENCE = /[^\n]+?(?:[.!?](?=\s)|$)/gm;

export async function createWorkspace({ client, out }: DemoContext): Promise<string> {
  const { id, name } = await answer(
    client.POST('/workspaces', { body: { name: 'Order-support assistant (demonstration)' } }),
  );
  out.line(`${name}, ${id}`);
  return id;
}

/** Adds the documents and waits until a search finds them. */
export async function addDocuments(context: DemoContext, workspaceId: string): Promise<void> {
  const added: Schemas['Source'][] = [];
  for (const document of context.example.documents)
    added.push(await addText(context.client, workspaceId, document));
  const ready = await Promise.all(added.map((source) => waitUntilReady(context, workspaceId, source)));
  const rows = ready.map(({ title, status, chunk_count }) => [title, status, String(chunk_count)]);
  context.out.table(['document', 'status', 'chunks'], rows, ['chunks']);
}

export async function searchDocuments(context: DemoContext, workspaceId: string): Promise<void> {
  const { client, example, out } = context;
  const path = { workspace_id: workspaceId };
  for (const [i, query] of example.searches.entries()) {
    if (i > 0) out.line();
    const found = await answer(
      client.POST('/workspaces/{workspace_id}/search', { params: { path }, body: { query, limit: HITS } }),
    );
    out.line(`${query}   (${found.mode}, ${found.took_ms} ms)`);
    for (const hit of found.results) {
      out.line(`  ${decimal(hit.score)}  ${hit.source_title}: ${mostRelevantSentence(hit)}`);
    }
  }
}

/** Adds the questions as a text source; the evaluation refers to it by title. */
export async function addDataset(context: DemoContext, workspaceId: string): Promise<void> {
  const { example, out } = context;
  const title = example.evaluation.benchmarks?.find((one) => one.benchmark_type === 'dataset')?.subset;
  const source = await addText(context.client, workspaceId, {
    title: title ?? 'Questions',
    content: example.questionLines,
  });
  const { status } = await waitUntilReady(context, workspaceId, source);
  out.line(`“${source.title}”, ${example.questions.length} questions about the documents: ${status}`);
}

export async function storeScenarios(
  context: DemoContext,
  workspaceId: string,
): Promise<Schemas['Scenario'][]> {
  const params = { path: { workspace_id: workspaceId } };
  const scenarios: Schemas['Scenario'][] = [];
  for (const body of context.example.scenarios) {
    scenarios.push(
      await answer(context.client.POST('/workspaces/{workspace_id}/scenarios', { params, body })),
    );
  }
  const rows = scenarios.map(({ name, traffic_profile, slo_requirements, budget }) => [
    name,
    `${slo_requirements.throughput_rps} requests/s, ${traffic_profile}`,
    [...limitsOf(slo_requirements), ...limitsOf(budget)].join(', '),
  ]);
  context.out.table(['requirements', 'traffic', 'limits'], rows);
  return scenarios;
}

/** Such as `p95 latency 3,500 ms`, without the rate, which has its own column. */
function limitsOf(limits: Partial<Record<LimitName, number>>): string[] {
  return (Object.entries(limits) as [LimitName, number][]).flatMap(([kind, limit]) =>
    kind === 'throughput_rps'
      ? []
      : [`${requirementNoun({ kind, requirement: kind })} ${withUnit({ kind }, limit)}`],
  );
}

export async function storeStacks(context: DemoContext, workspaceId: string): Promise<Schemas['Stack'][]> {
  const params = { path: { workspace_id: workspaceId } };
  const stacks: Schemas['Stack'][] = [];
  for (const body of context.example.stacks) {
    stacks.push(await answer(context.client.POST('/workspaces/{workspace_id}/stacks', { params, body })));
  }
  const rows = stacks.map(({ name, model }) => [name, `${model.provider}/${model.model_id}`]);
  context.out.table(['candidate', 'model'], rows);
  return stacks;
}

/**
 * The first listed model of the operator's own providers as a further target, if there is one. Prints which provider
 * is included; sends nothing to it yet.
 */
export async function findRealModel(context: DemoContext): Promise<Schemas['Target'] | null> {
  const { client, example, out } = context;
  const { data } = await answer(client.GET('/providers'));
  const simulated = [...Object.keys(example.mocks), example.tasks.provider];
  const own = data.filter(({ kind, name }) => kind !== 'baseline' && !simulated.includes(name));
  if (own.length === 0) {
    out.text(
      'No real provider is configured. If TOUCHSTONE_CONFIG has one with a listed model, that model is included.',
    );
    return null;
  }
  const listing = own.find(({ models }) => models.length > 0);
  const model = listing?.models[0];
  if (!listing || !model) {
    const names = own.map(({ name }) => name).join(', ');
    out.text(
      `Configured, but not used: ${names} lists no model. Add one to "models" or "prices" in TOUCHSTONE_CONFIG to include it.`,
    );
    return null;
  }
  const label = `${listing.name}/${model.id} (real)`;
  out.text(
    `${label} is included: your provider ${listing.name} is called and charges for it. The estimate below includes the cost.`,
  );
  return { target_type: 'model', model_provider: listing.name, model_id: model.id, label };
}

/** An evaluation that has completed, with its results. */
export type CompletedEvaluation = Schemas['Evaluation'] & { results: Schemas['Results'] };

/** Runs the evaluation to its end. Throws if it ends without a complete result. */
export async function runEvaluation(
  context: DemoContext,
  workspaceId: string,
  body: Schemas['NewEvaluation'],
): Promise<CompletedEvaluation> {
  const created = await createEvaluation(context.client, workspaceId, body);
  for (const warning of created.warnings ?? []) context.out.text(`Note: ${warning}`);
  const evaluation = await waitUntilEnded(context, created, showProgress(context.out));
  const { status, results, error_message, stop_reason } = evaluation;
  if (status === 'completed' && results !== null) return { ...evaluation, results };
  throw new Error(
    `The evaluation ended as ${status}: ${error_message ?? stop_reason ?? 'no reason was given'}`,
  );
}

/** Prints each change once. */
function showProgress(out: Output) {
  let last = '';
  return ({ status, progress_percent, results }: Schemas['Evaluation']) => {
    const scores = (results?.intervals ?? []).reduce((sum, { n }) => sum + n, 0);
    const text = `${status} ${String(progress_percent).padStart(3)} %${scores > 0 ? `, ${scores} answers graded` : ''}`;
    if (text !== last) out.progress(text);
    last = text;
  };
}

/** The sentence of a hit with the most matched passages. */
function mostRelevantSentence({ text, highlights }: Schemas['SearchResult']): string {
  let best = '';
  let most = -1;
  for (const { 0: sentence, index } of text.matchAll(SENTENCE)) {
    const within = highlights.filter(({ start }) => start >= index && start < index + sentence.length);
    if (within.length > most) [best, most] = [sentence.replace(/^#+/, '').trim(), within.length];
  }
  return best.length <= EXCERPT ? best : `${best.slice(0, EXCERPT - 1)}…`;
}

import { answer, begun } from '@touchstone/client';
import { api, type Body } from '../api/api.ts';
import { listProviders } from '../api/lists.ts';

type NewStack = Body<'/workspaces/{workspace_id}/stacks', 'post'>;
type NewScenario = Body<'/workspaces/{workspace_id}/scenarios', 'post'>;
type NewEvaluation = Body<'/workspaces/{workspace_id}/evaluations', 'post'>;

/** The files of the example as texts: data beside the program, which comes with the console. */
const FOLDER = '../../../examples/support-assistant';
const files = import.meta.glob<string>('../../../examples/support-assistant/**/*.{json,jsonl,md}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function textOf(name: string): string {
  const text = files[`${FOLDER}/${name}`];
  if (text === undefined)
    throw new Error(`The example file ${name} is missing from this build of the console.`);
  return text;
}

const POLL_MS = 300;
const READY_WITHIN_MS = 120_000;

/** Programs that every service has; they stand in where the example's simulated models are not configured. */
const BASELINES: NewStack[] = ['extractive', 'echo'].map((model_id) => ({
  name: `Baseline (${model_id})`,
  description: 'A small program, not a model.',
  model: { provider: 'baseline', model_id },
}));

/**
 * Stores the example of the demonstration in a workspace and starts its evaluation; answers its id. Where the service has
 * no providers for its models, baseline programs take their place, so that everything runs without a network.
 */
export async function loadExample(workspace_id: string, tell: (doing: string) => void): Promise<string> {
  const params = { path: { workspace_id } };
  const evaluation = JSON.parse(textOf('evaluation.json')) as Omit<NewEvaluation, 'targets'>;
  const stacks = JSON.parse(textOf('stacks.json')) as NewStack[];
  const scenarios = JSON.parse(textOf('scenarios.json')) as NewScenario[];
  const providers = new Set((await listProviders()).map(({ name }) => name));
  const own = stacks.filter(({ model }) => providers.has(model.provider ?? ''));
  tell('Creating requirements and candidates…');
  const targets: NewEvaluation['targets'] = [];
  for (const body of own.length > 1 ? own : BASELINES) {
    const { id } = await answer(api.POST('/workspaces/{workspace_id}/stacks', { params, body }));
    targets.push({ target_type: 'stack', target_id: id });
  }
  for (const body of scenarios) {
    const { id } = await answer(api.POST('/workspaces/{workspace_id}/scenarios', { params, body }));
    targets.push({ target_type: 'scenario', target_id: id });
  }
  tell('Reading the documents…');
  const dataset = evaluation.benchmarks?.find(({ benchmark_type }) => benchmark_type === 'dataset')?.subset;
  const texts = [
    ...Object.entries(files)
      .filter(([path]) => path.startsWith(`${FOLDER}/documents/`))
      .map(([path, content]) => ({ title: titleOf(path, content), content })),
    { title: dataset ?? 'Questions', content: textOf('questions.jsonl') },
  ];
  const added: string[] = [];
  for (const text of texts) {
    const body = { type: 'text' as const, ...text };
    added.push((await answer(api.POST('/workspaces/{workspace_id}/sources', { params, body }))).id);
  }
  for (const source_id of added) await untilReady(workspace_id, source_id);
  tell('Starting the evaluation…');
  const body: NewEvaluation = { ...evaluation, targets };
  return (await begun(api.POST('/workspaces/{workspace_id}/evaluations', { params, body }))).id;
}

function titleOf(path: string, content: string): string {
  const heading = /^# (.+)$/m.exec(content)?.[1];
  return heading ?? path.slice(path.lastIndexOf('/') + 1);
}

async function untilReady(workspace_id: string, source_id: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const { status, title, error } = await answer(
      api.GET('/workspaces/{workspace_id}/sources/{source_id}', {
        params: { path: { workspace_id, source_id } },
      }),
    );
    if (status === 'ready') return;
    if (status === 'failed') throw new Error(`“${title}” could not be read: ${error?.message ?? status}`);
    if (performance.now() > until) throw new Error(`“${title}” is still being read. Try again in a minute.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** A task of examples/assistant/tasks: what a person says, and what is there afterwards; the README says what the fields mean. */
export interface AssistantTask {
  id: string;
  say: string[];
  scenario?: { name?: string } & Record<string, unknown>;
  stacks?: {
    count: number;
    open_weights?: boolean;
    max_output_usd_per_million?: number;
    min_context_tokens?: number;
    words?: string;
  };
}

/** Calls a service: the body of what it answers, which must not be an error. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
export type Call = (method: string, path: string, body?: object) => Promise<any>;

export function readAssistantTasks(): AssistantTask[] {
  return JSON.parse(
    readFileSync(new URL('../../../examples/assistant/tasks/tasks.json', import.meta.url), 'utf8'),
  );
}

const WAIT_MS = 50;

/** Says a task's sentences in a workspace of its own; why what is there afterwards is wrong, or null. */
export async function wrongAfterTask(call: Call, task: AssistantTask): Promise<string | null> {
  const { id } = await call('POST', '/workspaces', { name: `task ${task.id}` });
  const path = `/workspaces/${id}`;
  for (const content of task.say) {
    const { answer_id } = await call('POST', `${path}/messages`, { content });
    for (;;) {
      const { status, error } = await call('GET', `${path}/messages/${answer_id}`);
      if (status === 'failed') return `failed: ${error.detail}`;
      if (status !== 'streaming') break;
      await sleep(WAIT_MS);
    }
  }
  const list = async (of: string) => (await call('GET', `${of}?limit=100`)).data;
  const left = [...(await list(`${path}/evaluations`)), ...(await list(`${path}/approvals`))];
  if (left.length > 0) return 'ran something, or asked for it';
  return (
    wrongScenarios(task, await list(`${path}/scenarios`)) ??
    wrongStacks(task.stacks, await list(`${path}/stacks`), (await call('GET', '/catalog/models')).data)
  );
}

const PARTS = ['slo_requirements', 'budget', 'compliance'];

/**
 * Limits have to be exactly those that were stated: one that nobody stated is as wrong as one that is missing. A sentence
 * that adds to an earlier one may make a scenario anew: the newest counts.
 */
function wrongScenarios({ say, scenario: wanted }: AssistantTask, made: readonly Record<string, unknown>[]) {
  const most = wanted ? say.length : 0;
  if (made.length > most || (wanted && made.length === 0)) return `${made.length} scenarios`;
  const [scenario] = made;
  if (!wanted || !scenario) return null;
  for (const key of new Set([...PARTS, ...Object.keys(wanted)]))
    if (!isDeepStrictEqual(stated(scenario[key]), stated(wanted[key])))
      return `${key} is ${JSON.stringify(scenario[key])}`;
  return null;
}

/** Without what is empty or null. */
function stated(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? null;
  const kept = Object.entries(value).filter(([, one]) => one !== null && !isDeepStrictEqual(one, []));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the catalogue.
function wrongStacks(wanted: AssistantTask['stacks'], made: readonly any[], models: readonly any[]) {
  if (made.length !== (wanted?.count ?? 0)) return `${made.length} stacks`;
  const names = made.map(({ model }) => `${model.provider}/${model.model_id}`);
  if (new Set(names).size < names.length) return 'the same model twice';
  for (const { model } of wanted ? made : []) {
    const facts = models.find((one) => one.provider === model.provider && one.model_id === model.model_id);
    const wrong = facts ? wrongModel(wanted ?? { count: 0 }, facts) : 'is not in the catalogue';
    if (wrong !== null) return `${model.provider}/${model.model_id} ${wrong}`;
  }
  return null;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the catalogue.
function wrongModel(wanted: NonNullable<AssistantTask['stacks']>, facts: any): string | null {
  const { open_weights, max_output_usd_per_million: most, min_context_tokens: least, words } = wanted;
  if (open_weights && !facts.weights?.open) return 'has no open weights';
  if (most !== undefined && !(facts.prices?.[0]?.output_usd_per_million <= most)) return 'costs too much';
  if (least !== undefined && !(facts.context_tokens >= least)) return 'has too little context';
  if (words !== undefined && !JSON.stringify(facts).toLowerCase().includes(words))
    return `is not of ${words}`;
  return null;
}

import { answer, type Schemas } from '@touchstone/client';
import { count, formatRange, percent, usd } from '@touchstone/report/figures';
import { addText, waitUntilReady } from '../service/text-source.ts';
import { type DemoContext, runEvaluation } from './steps.ts';

const NAME = 'Agents and an application (demonstration)';
const TASKS = 'Shop tasks';
const QUESTIONS = 'Shop questions';
/** Runs of each task, because a mean would hide a target that solves a task only sometimes. */
const EPOCHS = 3;

/**
 * Measures more than a model with a prompt, in its own workspace: two agents on tasks with tools and simulated state,
 * and an application over HTTP. Returns the id of the workspace.
 */
export async function measureWhatShips(context: DemoContext): Promise<string> {
  const { client, out, example } = context;
  const { tasks, application } = example;
  out.text(
    `A product is more than a model with a prompt. Two agents, SIMULATED by scripted models, serve customers in ${tasks.count} tasks. The tools and the state that they change are simulated too; a task is solved when the state, the calls and the responses are right. The application is the mock application: its responses are invented, and it is called over HTTP as yours would be.`,
  );
  const { id } = await answer(client.POST('/workspaces', { body: { name: NAME } }));
  await addReady(context, id, TASKS, tasks.lines);
  await addReady(context, id, QUESTIONS, application.questions);
  const solved = await runEvaluation(context, id, {
    name: 'Which agent solves the tasks?',
    targets: await storeAll(context, id, tasks.stacks),
    benchmarks: [{ benchmark_type: 'tasks', subset: TASKS }],
    methodology: { epochs: EPOCHS, random_seed: 7 },
  });
  printTasks(context, solved.results);
  const asked = await runEvaluation(context, id, {
    name: 'Is the application right?',
    targets: await storeAll(context, id, [application.stack]),
    benchmarks: [{ benchmark_type: 'dataset', subset: QUESTIONS }],
    methodology: { random_seed: 7 },
  });
  printApplication(context, asked.results);
  return id;
}

async function addReady(context: DemoContext, workspaceId: string, title: string, content: string) {
  await waitUntilReady(context, workspaceId, await addText(context.client, workspaceId, { title, content }));
}

async function storeAll(
  { client }: DemoContext,
  workspaceId: string,
  stacks: readonly Schemas['NewStack'][],
): Promise<Schemas['Target'][]> {
  const params = { path: { workspace_id: workspaceId } };
  const targets: Schemas['Target'][] = [];
  for (const body of stacks) {
    const { id } = await answer(client.POST('/workspaces/{workspace_id}/stacks', { params, body }));
    targets.push({ target_type: 'stack', target_id: id });
  }
  return targets;
}

function printTasks({ out }: DemoContext, { tasks = [] }: Schemas['Results']): void {
  const rows = tasks.map(({ target_label, solved, runs, pass_hat, cost_per_solved_usd, calls_mean }) => [
    target_label,
    `${solved} of ${runs} runs`,
    percent(pass_hat.find(({ k }) => k === EPOCHS)?.observed ?? null, '–'),
    cost_per_solved_usd === null ? '–' : usd(cost_per_solved_usd),
    count(calls_mean, '–'),
  ]);
  const all = `solved in all ${EPOCHS} runs`;
  const cost = 'cost of a solved task';
  out.table(['agent', 'solved', all, cost, 'calls of a run'], rows, [all, cost, 'calls of a run']);
}

function printApplication({ out }: DemoContext, { intervals, cost }: Schemas['Results']): void {
  const rows = intervals.map(({ target_label, score, n, ci_low, ci_high }) => [
    target_label,
    `${percent(score, '–')} of ${n} questions`,
    formatRange(percent, ci_low, ci_high) ?? '–',
    cost.usd === null ? '–' : usd(cost.usd),
  ]);
  out.line();
  out.table(['application', 'right', '95 % interval', 'reported cost'], rows);
}

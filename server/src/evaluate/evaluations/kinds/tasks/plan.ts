import { impossibleField } from '../../../../kernel/errors.ts';
import type { SampledItem } from '../../../../measure/benchmarks/benchmarks.ts';
import type { Task } from '../../../../measure/tasks/tasks.ts';
import { prefixErrorPointer } from '../../plan/prefix-error-pointer.ts';
import type { NamedModel } from '../../run/helper-models.ts';
import { planAskedBenchmark, refuseTrace } from '../answers/plan.ts';
import type { KindPlan, PlanContext } from '../kind.ts';

/** Plans a source whose lines are tasks. */
export const tasksPlan: KindPlan = {
  takes: ({ benchmark_type }) => benchmark_type === 'tasks',
  async draft(choice, context) {
    await refuseTrace(choice, context);
    const { planned, sampled } = await planAskedBenchmark('tasks', choice, context);
    return [{ planned, sampled: { ...sampled, items: checkItems(context, sampled.items) } }];
  },
};

/**
 * Yields the items; throws at the first that names a model that cannot be called, or tools that a target cannot have.
 */
async function* checkItems(
  { models, methodology, targets, warnings }: PlanContext,
  items: AsyncIterable<SampledItem>,
): AsyncGenerator<SampledItem> {
  const known = new Set<string>();
  const application = targets.find(({ endpoint }) => endpoint !== undefined);
  for await (const one of items) {
    if (application && one.item.task) requireNoState(one.item.task, application.label);
    for (const { provider, model_id } of one.item.task ? modelsOf(one.item.task) : []) {
      const name = `${provider}/${model_id}`;
      if (known.has(name)) continue;
      known.add(name);
      try {
        const { price } = models.resolve(provider, model_id);
        if (price === undefined && methodology.max_cost_usd !== null)
          warnings.push(`max_cost_usd does not include calls to ${name} in tasks, which has no known price.`);
      } catch (error) {
        throw prefixErrorPointer(error, '/subset');
      }
    }
    yield one;
  }
}

/** The models that simulate the user or judge. */
function modelsOf({ user, graders }: Task): NamedModel[] {
  const judges = graders.flatMap((grader) => (grader.type === 'judge' ? [grader.model] : []));
  return user !== undefined && 'model' in user ? [user.model, ...judges] : judges;
}

/** Refuses graders of the state for applications, whose state this service does not see. */
function requireNoState({ messages, graders }: Task, application: string): void {
  const needs = graders.find(
    (grader) =>
      grader.type === 'final_state' || (grader.type === 'forbidden_effects' && (grader.paths || grader.only)),
  );
  if (!needs) return;
  throw impossibleField(
    '/subset',
    `The task that ends its opening with "${messages.at(-1)?.content.slice(0, 100)}" is graded by ${needs.type}, and ${application} is an application with its own tools and state. Grade the task by tool_calls, reply or judge, or compare only models.`,
  );
}

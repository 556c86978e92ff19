import { AppError, impossibleField } from '../../../../kernel/errors.ts';
import { itemInRoute, type SampledItem } from '../../../../measure/benchmarks/benchmarks.ts';
import { GradingTimedOut, type Route, SCHEMA_ROUTES } from '../../../../measure/graders/graders.ts';
import { describeQuirks } from '../../../../models/models.ts';
import type { DatasetReader } from '../../plan/dataset-reader.ts';
import { createGrading } from '../../run/grading.ts';
import { planAskedBenchmark, refuseTrace } from '../answers/plan.ts';
import type { DraftBenchmark, KindPlan, PlanContext } from '../kind.ts';

/**
 * Plans a source whose lines request JSON, under both conditions. A subset that ends in `/response_format` or
 * `/prompt` selects one of them, as in a minimum quality.
 */
export const structuredPlan: KindPlan = {
  takes: ({ benchmark_type }) => benchmark_type === 'structured_output',
  sendsItems: () => true,
  async draft(choice, context) {
    await refuseTrace(choice, context);
    const { subset, routes } = await chosenRoutes(choice.subset ?? null, context.dataset);
    const drafts: DraftBenchmark[] = [];
    for (const [i, route] of routes.entries()) {
      // Warnings about the source are added only once.
      const said = i === 0 ? context : { ...context, warnings: [] };
      const { planned, sampled } = await planAskedBenchmark('answers', { ...choice, subset }, said);
      const key = `${planned.key}/${route}`;
      if (route === 'response_format') warnOfUnasked(context, key);
      drafts.push({
        planned: { ...planned, kind: 'structured', key, route },
        sampled: { ...sampled, items: checkItems(context.models, sampled.items, route) },
      });
    }
    return drafts;
  },
};

async function chosenRoutes(subset: string | null, dataset: DatasetReader) {
  const route = SCHEMA_ROUTES.find((one) => subset?.endsWith(`/${one}`));
  if (subset === null || route === undefined) return { subset, routes: SCHEMA_ROUTES };
  try {
    // A source may itself have a title that ends like this.
    await dataset(subset);
    return { subset, routes: SCHEMA_ROUTES };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { subset: subset.slice(0, -route.length - 1), routes: [route] };
  }
}

/** Warns about targets that accept no schema; they are called without it. */
function warnOfUnasked({ targets, models, warnings }: PlanContext, key: string): void {
  const asked = { serving: { response_format: { type: 'json_schema' as const } } };
  for (const target of targets) {
    const [refused] = describeQuirks(asked, models.resolveTarget(target).quirks);
    if (refused !== undefined)
      warnings.push(
        `${target.label} on ${key}: ${refused} Its requests are sent without the schema, so its responses can hardly be right. Measure only the condition prompt by adding /prompt to the subset.`,
      );
  }
}

/** Maximum characters of the distinct schemas of a dataset: compiling that much takes half a minute at worst. */
const MAX_SCHEMAS = 2 * 1024 * 1024;

/**
 * The items under this condition. Throws 422 at the first whose schema cannot be used, or whose expected value would
 * not be right. Both are checked in a thread with a time limit, because a schema may be made to block a process.
 */
async function* checkItems(
  models: PlanContext['models'],
  items: AsyncIterable<SampledItem>,
  route: Route,
): AsyncGenerator<SampledItem> {
  const grading = createGrading(models);
  const schemas = new Set<string>();
  let characters = 0;
  try {
    for await (const { index, item: given } of items) {
      const item = itemInRoute(given, route);
      const schema = JSON.stringify(item.grader.options.schema);
      if (!schemas.has(schema)) {
        schemas.add(schema);
        characters += schema.length;
        if (characters > MAX_SCHEMAS)
          throw impossibleField(
            '/subset',
            'The distinct schemas of a dataset may have at most 2 MiB in total.',
          );
      }
      const problem = await problemOf(item, grading);
      if (problem !== null) {
        const asked = given.input.at(-1)?.content.slice(0, 100);
        throw impossibleField('/subset', `The question "${asked}" cannot be used: ${problem}`);
      }
      yield { index, item };
    }
  } finally {
    await grading.stop();
  }
}

async function problemOf(
  { grader, expected }: SampledItem['item'],
  grading: ReturnType<typeof createGrading>,
): Promise<string | null> {
  const answer = { text: String(expected), reasoning: null, finishReason: 'stop' as const };
  try {
    const graded = await grading.grade({ grader, expected, answer });
    if (graded.state === 'scored' && graded.score === 1) return null;
    const said = graded.state === 'scored' ? graded.message : graded.reason;
    return `/expected would not count as right. ${said ?? ''}`;
  } catch (error) {
    if (error instanceof GradingTimedOut)
      return '/schema takes more than 5 s of processor time to compile or to validate /expected; make it simpler.';
    return `/schema cannot be used: ${error instanceof Error ? error.message : error}.`;
  }
}

import { joinNames } from '@touchstone/report/figures';
import { scoreName } from '../../../../decide/slo/slo.ts';
import { impossibleField } from '../../../../kernel/errors.ts';
import {
  type Benchmark,
  gradersOfItem,
  isSmokeTest,
  type SampledItem,
  type SampledItems,
} from '../../../../measure/benchmarks/benchmarks.ts';
import { addressProblem, ownGraderProblem, ownGraders } from '../../../../measure/graders/graders.ts';
import type { DatasetReader } from '../../plan/dataset-reader.ts';
import { prefixErrorPointer } from '../../plan/prefix-error-pointer.ts';
import { resolveTrace } from '../../plan/resolve-trace.ts';
import { createAskedModelsCheck } from '../../run/asked-models.ts';
import type { NewBenchmarkChoice } from '../../schemas/evaluation-schemas.ts';
import type { DraftBenchmark, KindPlan, PlanContext } from '../kind.ts';
import type { PlannedAnswers } from './describe.ts';

/** Benchmarks whose items have a right answer: public, generated, or a dataset of the workspace. */
export const answersPlan: KindPlan = {
  takes: () => true,
  sendsItems({ benchmark_type }, { benchmark }) {
    try {
      return benchmark(benchmark_type).subsets === 'source';
    } catch {
      // Unknown sources are refused later, in planning.
      return false;
    }
  },
  async draft(choice, context) {
    await refuseTrace(choice, context);
    return [await planAskedBenchmark('answers', choice, context)];
  },
};

/** Throws 422 if a choice that sends no load has a trace. */
export async function refuseTrace({ benchmark_type, trace }: NewBenchmarkChoice, { dataset }: PlanContext) {
  if ((await resolveTrace(trace ?? null, dataset)) === null) return;
  throw impossibleField('/trace', `${benchmark_type} sends no load; omit trace.`);
}

/** Plans a benchmark whose items are sent to each target. Throws 422 with pointers below the choice. */
export async function planAskedBenchmark(
  kind: 'answers' | 'tasks',
  choice: NewBenchmarkChoice,
  context: PlanContext,
): Promise<DraftBenchmark> {
  const { methodology, warnings, passages, dataset } = context;
  const benchmark = chosenSubset(context, choice.benchmark_type);
  const subset = choice.subset ?? null;
  const data = benchmark.subsets === 'source' ? await readSubset(dataset, choice) : undefined;
  const sampled = await benchmark.sampleItems({
    subset,
    sampleSize: choice.num_samples ?? methodology.sample_size,
    seed: methodology.random_seed,
    passages,
    ...(data && { data }),
  });
  const called = data?.name ?? scoreName(choice.benchmark_type);
  warnings.push(...sampled.warnings.map((warning) => `${called}: ${warning}`));
  return {
    planned: {
      kind,
      ...plannedBenchmark(benchmark, data?.name ?? subset, sampled),
      ...(isSmokeTest(benchmark, subset) && { smokeTest: true }),
    },
    sampled: { ...sampled, items: checkItems(context, sampled.items, choice.dataset_version != null) },
  };
}

function chosenSubset({ benchmark }: PlanContext, type: string): Benchmark {
  try {
    return benchmark(type);
  } catch (error) {
    throw prefixErrorPointer(error, '/benchmark_type');
  }
}

function readSubset(dataset: DatasetReader, { subset, dataset_version }: NewBenchmarkChoice) {
  if (subset == null) {
    throw impossibleField('/subset', 'subset must be the id or exact title of the source with the dataset.');
  }
  return dataset(subset, dataset_version ?? undefined).catch((error: unknown) => {
    throw prefixErrorPointer(error, dataset_version == null ? '/subset' : '/dataset_version');
  });
}

function plannedBenchmark(
  { type, version, chanceLevel }: Benchmark,
  subset: string | null,
  { count, read }: SampledItems,
): Omit<PlannedAnswers, 'kind'> {
  return {
    key: subset === null ? type : `${type}/${subset}`,
    type,
    version,
    items: count,
    chanceLevel,
    ...(read.length > 0 && { data: read }),
  };
}

/** Yields the items; throws at the first whose grader calls an unknown model. */
async function* checkItems(
  { models, methodology, targets, warnings, commandGraders, admitOwnGraders }: PlanContext,
  items: AsyncIterable<SampledItem>,
  isPinned: boolean,
): AsyncGenerator<SampledItem> {
  const check = createAskedModelsCheck(models, (model) => {
    if (methodology.max_cost_usd !== null)
      warnings.push(`max_cost_usd does not include calls of graders to ${model}, which has no known price.`);
  });
  const own = new Set<string>();
  const untold = targets.filter(({ endpoint }) => endpoint !== undefined).map(({ label }) => label);
  for await (const one of items) {
    check(one.item);
    for (const grader of gradersOfItem(one.item)) {
      const problem = ownGraderProblem(grader, commandGraders);
      if (problem !== null) throw impossibleField('/subset', problem);
      const known = own.size;
      for (const version of ownGraders(grader)) own.add(version);
      if (own.size === known) continue;
      admitOwnGraders([...own].slice(known), isPinned);
      const refused = addressProblem(grader, models);
      if (refused !== null) throw impossibleField('/subset', refused);
    }
    if (one.item.tools)
      for (const label of untold.splice(0))
        warnings.push(
          `${label} uses its own request template, so the functions are not sent to it: only calls of its own functions can be right.`,
        );
    yield one;
  }
  if (own.size > 0)
    warnings.push(`Responses are graded by what the dataset defines: ${joinNames([...own], 5)}.`);
}

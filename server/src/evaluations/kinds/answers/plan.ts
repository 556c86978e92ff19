import type { Benchmark, Drawing, DrawnItem, Passages } from '../../../benchmarks/benchmarks.ts';
import { impossible } from '../../../kernel/errors.ts';
import type { Models } from '../../../models/models.ts';
import type { DatasetReader } from '../../plan/dataset-reader.ts';
import type { Room } from '../../plan/limits.ts';
import type { PlannedBenchmark, ResolvedMethodology } from '../../plan/plan.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import { pointed } from '../../plan/prefix-error-pointer.ts';
import { createEmbeddingCheck } from '../../run/embed-texts.ts';
import type { NewBenchmarkChoice } from '../../schemas/evaluation-schemas.ts';
import { isFactsBenchmark, planFacts } from '../facts/plan.ts';
import { isSpeedBenchmark, planSpeed } from '../load/plan.ts';
import { resolveTrace } from '../load/trace.ts';

/** A benchmark of the plan but for what only its items tell, and its items, which are not drawn yet. */
export interface Drawn {
  planned: PlannedBenchmark;
  drawing: Drawing;
}

/** What the choice of benchmarks is worked out with. */
export interface DrawingInput {
  models: Models;
  /** Throws `benchmark_unavailable` for one that cannot be run. */
  benchmark(type: string): Benchmark;
  dataset: DatasetReader;
  methodology: ResolvedMethodology;
  scenarios: readonly PlannedScenario[];
  warnings: string[];
  passages: Passages;
  room: Room;
}

/** The benchmarks of a plan, in order. Throws 422 with pointers below `/benchmarks`, also while items are drawn. */
export async function drawBenchmarks(
  choices: readonly NewBenchmarkChoice[],
  input: DrawingInput,
): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  for (const [i, choice] of choices.entries()) {
    const at = `/benchmarks/${i}`;
    const found = await drawChoice(choice, input).catch((error: unknown) => {
      throw pointed(error, at);
    });
    for (const { planned, drawing } of found) {
      if (drawn.some((other) => other.planned.key === planned.key)) {
        throw impossible(at, `${planned.key} is listed twice.`);
      }
      input.room.take(drawing.count, choice.num_samples == null ? null : `${at}/num_samples`);
      drawn.push({ planned, drawing: { ...drawing, items: checked(input, drawing.items, at) } });
    }
  }
  return drawn;
}

/** The same items; throws at the first one whose grader asks an embedding model that is not there. */
async function* checked(
  { models, methodology, warnings }: DrawingInput,
  items: AsyncIterable<DrawnItem>,
  at: string,
): AsyncGenerator<DrawnItem> {
  const check = createEmbeddingCheck(models, (model) => {
    if (methodology.max_cost_usd !== null)
      warnings.push(`max_cost_usd does not count the embeddings of ${model}: it has no configured price.`);
  });
  try {
    for await (const drawn of items) {
      check(drawn.item);
      yield drawn;
    }
  } catch (error) {
    throw pointed(error, at);
  }
}

/** One benchmark, or one for each scenario where it is shaped by them. */
async function drawChoice(choice: NewBenchmarkChoice, input: DrawingInput): Promise<Drawn[]> {
  const type = choice.benchmark_type;
  if (isFactsBenchmark(type)) return planFacts(type, { choice, trace: null, ...input });
  const trace = await resolveTrace(choice.trace ?? null, input.dataset);
  if (isSpeedBenchmark(type)) return planSpeed(type, { choice, trace, ...input });
  if (trace !== null) throw impossible('/trace', `${type} asks as it can; a trace is for load.`);
  return [await drawBenchmark(choice, input)];
}

async function drawBenchmark(choice: NewBenchmarkChoice, input: DrawingInput): Promise<Drawn> {
  const { methodology, warnings, passages, dataset } = input;
  const benchmark = chosen(input, choice.benchmark_type);
  const subset = choice.subset ?? null;
  const data = benchmark.subsets === 'source' ? await readSubset(dataset, subset) : undefined;
  const drawing = await benchmark.draw({
    subset,
    sampleSize: choice.num_samples ?? methodology.sample_size,
    seed: methodology.random_seed,
    passages,
    ...(data && { data }),
  });
  warnings.push(...drawing.warnings.map((warning) => `${choice.benchmark_type}: ${warning}`));
  return { planned: plannedBenchmark(benchmark, data?.name ?? subset, drawing), drawing };
}

function chosen({ benchmark }: DrawingInput, type: string): Benchmark {
  try {
    return benchmark(type);
  } catch (error) {
    throw pointed(error, '/benchmark_type');
  }
}

function readSubset(dataset: DatasetReader, subset: string | null) {
  if (subset === null) {
    throw impossible(
      '/subset',
      'subset must name the source that holds the dataset, by its id or its exact title.',
    );
  }
  return dataset(subset).catch((error: unknown) => {
    throw pointed(error, '/subset');
  });
}

function plannedBenchmark(
  { type, version, chanceLevel }: Benchmark,
  subset: string | null,
  { count, read }: Drawing,
): PlannedBenchmark {
  return {
    key: subset === null ? type : `${type}/${subset}`,
    type,
    version,
    items: count,
    chanceLevel,
    ...(read.length > 0 && { data: read }),
  };
}

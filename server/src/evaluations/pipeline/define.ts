import type { Drawing } from '../../benchmarks/benchmarks.ts';
import { impossible } from '../../kernel/errors.ts';
import { drawBenchmarks } from '../kinds/answers/plan.ts';
import { isFactsBenchmark } from '../kinds/facts/plan.ts';
import { defineCustom } from '../kinds/judging/define.ts';
import { createDatasetReader } from '../plan/dataset-reader.ts';
import { createRoom, requireRunnable } from '../plan/limits.ts';
import { resolveMethodology } from '../plan/methodology.ts';
import { quirkWarnings } from '../plan/model-quirks.ts';
import type { Plan } from '../plan/plan.ts';
import { unknownWords } from '../plan/planned-scenario.ts';
import type { References } from '../plan/references.ts';
import { resolveTargets } from '../plan/targets.ts';
import { warningsAboutBudget } from '../plan/warnings.ts';
import type { NewEvaluation } from '../schemas/evaluation-schemas.ts';
import { evaluationType } from './evaluation-type.ts';

/** A definition with everything it refers to looked up and copied, and its items ready to be drawn. */
export interface Defined {
  /** All but what only the items tell: `drawPlan` adds it. */
  plan: Plan;
  /** The items of each benchmark of the plan, which can be drawn once. */
  drawings: Drawing[];
  evaluationType: string;
  warnings: string[];
}

/**
 * Works out what an evaluation means. Throws 422 for what cannot be carried out: an unknown stack, provider or
 * benchmark, labels that are not unique, data that cannot be read, nothing to run.
 */
export async function defineEvaluation(
  refs: References,
  workspaceId: string,
  input: NewEvaluation,
): Promise<Defined> {
  const warnings: string[] = [];
  const choices = input.benchmarks ?? [];
  if (input.targets.length === 0) throw impossible('/targets', 'An evaluation needs at least one target.');
  const custom = input.custom_eval ?? null;
  if (choices.length === 0 && custom === null)
    throw impossible('/benchmarks', 'An evaluation needs at least one benchmark, or a custom_eval.');
  const methodology = resolveMethodology(input.methodology ?? {}, warnings);
  const isCalled = custom !== null || choices.some(({ benchmark_type }) => !isFactsBenchmark(benchmark_type));
  const { targets, scenarios } = await resolveTargets(refs, workspaceId, input.targets, isCalled);
  warnings.push(...scenarios.flatMap(unknownWords));
  const { models, facts, benchmark } = refs;
  const dataset = createDatasetReader((name) => refs.sourceText(workspaceId, name));
  const room = createRoom();
  const passages = refs.passages(workspaceId);
  const drawing = { models, benchmark, dataset, methodology, scenarios, warnings, passages, room };
  const known = await drawBenchmarks(choices, drawing);
  const own = await defineCustom(
    { models, facts, dataset },
    custom,
    { methodology, targets, warnings },
    known.length,
  );
  for (const { drawing } of own.drawn) {
    room.take(drawing.count, custom?.num_samples == null ? null : '/custom_eval/num_samples');
  }
  const drawn = [...known, ...own.drawn];
  const plan: Plan = {
    targets,
    ...(scenarios.length > 0 && { scenarios, pricesOf: refs.today() }),
    benchmarks: drawn.map(({ planned }) => planned),
    ...(own.judges.length > 0 && { judges: own.judges }),
    methodology,
    ...(refs.version && { serviceVersion: refs.version }),
  };
  requireRunnable(plan);
  if (isCalled) {
    warnings.push(...warningsAboutBudget(models, [...targets, ...own.judges], methodology));
    warnings.push(...quirkWarnings(models, targets, methodology));
  }
  const run = { benchmarks: choices.length > 0, custom: custom !== null };
  return {
    plan,
    drawings: drawn.map((one) => one.drawing),
    evaluationType: evaluationType(input.evaluation_type, run, warnings),
    warnings,
  };
}

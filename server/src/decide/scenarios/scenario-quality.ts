import { AppError, type FieldError } from '../../kernel/errors.ts';
import type { QualityMinimum } from './scenario-schemas.ts';

/** A benchmark of the service, with the fields that minimum scores refer to. */
export interface NameableBenchmark {
  readonly type: string;
  /** Why it cannot be run; null if it can. */
  readonly reason: string | null;
  /** The name of its score; null if it has none, or it is not known yet. */
  readonly metric: { readonly name: string } | null;
  readonly subsets: readonly { readonly name: string }[];
  /** Whether the subset names a source of the workspace. */
  readonly subset_is_source: boolean;
  /** The conditions under which its items are sent, if a subset must name one, such as `orders/prompt`. */
  readonly conditions: readonly { readonly name: string }[];
  readonly condition_in_subset: boolean;
  /** Scores other than that of the metric. */
  readonly further_metrics: readonly { readonly name: string }[];
}

/** The type of custom evaluations, which no list of benchmarks contains: their scores are their criteria. */
const CUSTOM = 'custom';
/** The benchmark with pass^k scores, because its runs are solved or not. */
const TASKS = 'tasks';
const PASS_HAT = /^pass\^[1-9]\d?$/;
/** The score of custom evaluations that states how often one candidate is preferred to the others. */
const PREFERENCE = 'preference';
/** Maximum number of names listed in an error. */
const MAX_NAMED = 12;

/**
 * Throws `invalid_request` for a minimum that is not a share, and 422 for one on a score that no evaluation can have,
 * with pointers below `/quality`.
 */
export function requireQuality(
  quality: readonly QualityMinimum[],
  benchmarks: readonly NameableBenchmark[],
): void {
  const shares = quality.flatMap(({ min }, i) => shareProblems(min, `/quality/${i}/min`));
  refuse('invalid_request', shares);
  const names = quality.map((one) => nameOf(one, benchmarks));
  refuse(
    'impossible',
    quality.flatMap((one, i) => {
      const problems = nameProblems(one, benchmarks, `/quality/${i}`);
      const first = names.indexOf(names[i] as string);
      if (problems.length > 0 || first === i) return problems;
      return [{ pointer: `/quality/${i}`, detail: `names the same score as minimum ${first}; remove one` }];
    }),
  );
}

function refuse(code: 'invalid_request' | 'impossible', errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  throw new AppError(code, `A minimum quality does not fit: ${first.pointer} ${first.detail}${more}.`, {
    errors,
  });
}

function shareProblems(min: number, pointer: string): FieldError[] {
  if (min > 0 && min <= 1) return [];
  if (min > 1 && min <= 100) {
    const share = Number((min / 100).toPrecision(12));
    return [{ pointer, detail: `is ${min}, and scores go from 0 to 1; for ${min} % write ${share}` }];
  }
  return [{ pointer, detail: `is ${min}; a minimum is a score above 0 and up to 1, such as 0.8 for 80 %` }];
}

/** Whether a benchmark has this score in addition to its own. */
function isFurther({ type, further_metrics }: NameableBenchmark, metric: string): boolean {
  return further_metrics.some(({ name }) => name === metric) || (type === TASKS && PASS_HAT.test(metric));
}

/** The names of further scores for an error. */
function furtherNames({ type, further_metrics }: NameableBenchmark): string {
  if (type === TASKS) return ', or pass^2 to pass^99';
  return further_metrics.length === 0 ? '' : `, or ${further_metrics.map(({ name }) => name).join(', ')}`;
}

/** A canonical name of a minimum, equal for two minimums on the same score. */
function nameOf(
  { benchmark, subset = '', metric = 'overall' }: QualityMinimum,
  benchmarks: readonly NameableBenchmark[],
): string {
  const known = benchmarks.find(({ type }) => type === benchmark);
  const isNamed = benchmark === CUSTOM || (known !== undefined && isFurther(known, metric));
  return JSON.stringify([benchmark, subset, ...(isNamed && metric !== 'pass^1' ? [metric] : [])]);
}

function nameProblems(
  { benchmark, subset, metric }: QualityMinimum,
  benchmarks: readonly NameableBenchmark[],
  at: string,
): FieldError[] {
  if (benchmark === CUSTOM) return customProblems(subset, metric, at);
  const known = benchmarks.find(({ type }) => type === benchmark);
  const pointer = `${at}/benchmark`;
  if (known === undefined) return [{ pointer, detail: unknownBenchmark(benchmark, benchmarks) }];
  if (known.metric === null) {
    const why = known.reason ?? 'it measures no quality; its limits are other fields of the scenario';
    return [{ pointer, detail: `"${benchmark}" has no score: ${why}` }];
  }
  return [
    ...subsetProblems(known, subset, `${at}/subset`),
    ...(metric === undefined || metric === known.metric.name || isFurther(known, metric)
      ? []
      : [
          {
            pointer: `${at}/metric`,
            detail: `"${metric}" is not the score of ${benchmark}, which is ${known.metric.name}${furtherNames(known)}; only that has a confidence interval`,
          },
        ]),
  ];
}

function customProblems(subset: string | undefined, metric: string | undefined, at: string): FieldError[] {
  const found: FieldError[] = [];
  if (subset !== undefined)
    found.push({
      pointer: `${at}/subset`,
      detail: 'is not used with custom evaluations; omit it and name a criterion in metric',
    });
  if (metric === PREFERENCE)
    found.push({
      pointer: `${at}/metric`,
      detail: `"${PREFERENCE}" compares candidates with each other; name a criterion, or overall`,
    });
  return found;
}

function unknownBenchmark(given: string, benchmarks: readonly NameableBenchmark[]): string {
  const scored = benchmarks.filter(({ metric }) => metric !== null).map(({ type }) => type);
  const slash = given.indexOf('/');
  const parts = { benchmark: given.slice(0, slash), subset: given.slice(slash + 1) };
  if (slash > 0 && [...scored, CUSTOM].includes(parts.benchmark)) {
    const field = parts.benchmark === CUSTOM ? 'metric' : 'subset';
    return `"${given}" is two names; write benchmark ${parts.benchmark} and ${field} ${parts.subset}`;
  }
  return `"${given}" is not a benchmark; those with a score are ${[...scored, CUSTOM].join(', ')}`;
}

function subsetProblems(
  { type, subsets, subset_is_source, conditions, condition_in_subset }: NameableBenchmark,
  subset: string | undefined,
  pointer: string,
): FieldError[] {
  if (subset_is_source) {
    if (subset === undefined)
      return [{ pointer, detail: `must be the id or exact title of the source with the ${type}` }];
    const isNamed = conditions.some(
      ({ name }) => subset.endsWith(`/${name}`) && subset.length > name.length + 1,
    );
    if (condition_in_subset && !isNamed) {
      const named = conditions.map(({ name }) => `"${subset}/${name}"`).join(' or ');
      return [{ pointer, detail: `must include a condition: ${named} has a separate score` }];
    }
    return [];
  }
  if (subset === undefined || subsets.some(({ name }) => name === subset)) return [];
  if (subsets.length === 0) return [{ pointer, detail: `"${subset}": ${type} has no subsets; omit it` }];
  const names = subsets.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = subsets.length > MAX_NAMED ? ` and ${subsets.length - MAX_NAMED} more (GET /benchmarks)` : '';
  return [
    { pointer, detail: `"${subset}" is not a subset of ${type}; the subsets are ${names.join(', ')}${more}` },
  ];
}

/** Warnings about minimums that can fail but never pass. */
export function qualityWarnings(quality: readonly QualityMinimum[]): string[] {
  return quality
    .filter(({ min }) => min === 1)
    .map(
      ({ benchmark }) =>
        `quality on ${benchmark}: a minimum of 1 means that every response is right. No number of responses can prove that none is ever wrong, so this requirement can fail but never pass. Use a lower share, such as 0.95.`,
    );
}

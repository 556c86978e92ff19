import { countName } from '../../../kernel/name-counts.ts';
import {
  type Details,
  type GradedBy,
  gradersReadLeniently,
  isLenient,
  isPartDetail,
  isUnread,
  LENIENT_DETAIL,
  lenientPart,
  placeOfDetail,
  ruleOfVersions,
} from '../../../measure/graders/graders.ts';
import { createReasons, type FailureNote, type Reasons } from '../../../models/models.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import {
  asksForScores,
  asksOwnItems,
  comparesPairs,
  countUnits,
  countUnitsPerTarget,
  hasScores,
  type Plan,
  partScores,
  type Unit,
  unitAt,
} from '../plan/plan.ts';
import { pairKey, targetPairs } from '../plan/target-pairs.ts';
import type { Coverage, GraderFit } from '../schemas/result-schemas.ts';
import { sampleId } from '../stores/sample-id.ts';
import { type MeasuredSample, parsePartsHead, whyUnanswered } from '../stores/sample-store.ts';
import { createLatencies, type Latencies } from './latencies.ts';

/** Measurements of one target on one benchmark. */
export interface Cell {
  /** The mean score over the scored epochs of each item; NaN if none was scored. */
  scores: Float64Array;
  /** The number of scored epochs of each item. */
  repeats: Uint16Array;
  counts: Omit<Coverage, 'target_label' | 'benchmark' | 'pending'>;
  /**
   * Scores and grades of the published rule over the responses that have both, by the name of the rule; null if it
   * was not stored.
   */
  references: Map<string | null, { n: number; score: number; reference: number; differing: number }>;
  /** Sums of further figures of graders, by name. */
  details: Map<string, { n: number; part: number; whole: number }>;
  /** There are more names of figures than are kept. */
  hasMoreDetails?: true;
  /** Why calls got no response; null if all did. */
  reasons: Reasons<SampleReason> | null;
  /** Cost of the responses to each item; only if candidates are compared with a baseline. */
  costs?: ItemCosts;
  /** The lenient reading of the responses; absent while it gives the same scores. */
  lenient?: LenientReading;
  /** Responses in which an automatically chosen grader found no answer. */
  unread?: LenientReading;
}

/** How a lenient reading of the responses to a benchmark changes their scores. */
export interface LenientReading {
  /** By item: the sum of what the lenient reading adds to the scores. */
  readonly added: Float64Array;
  /** Number of responses with another score. */
  readonly responses: number;
  /** The units of the first few of them. */
  readonly units: number[];
  /** The graders of these responses. */
  readonly graders: Set<string>;
}

/** Why the call of a unit got no response. */
export interface SampleReason extends FailureNote {
  sample_id: string;
}

/** By item: the total cost of its responses in 10⁻¹² USD (NaN if a price is unknown), and their number. */
export interface ItemCosts {
  readonly paid: Float64Array;
  readonly answers: Uint16Array;
}

/** The tokens of responses to items of the user, as counted by the server. */
export interface OwnTokens {
  answers: number;
  inputTokens: number;
  outputTokens: number;
  /**
   * Tokens of the first epoch, if the server reports cached ones. Later epochs repeat prompts, which are cached only
   * because of the test.
   */
  cached: { inputTokens: number; cachedTokens: number };
}

/** The calls of one target over all benchmarks. */
export interface Calls {
  latencies: Latencies;
  inputTokens: number;
  outputTokens: number;
  /** Number of responses for which the server counted tokens. */
  counted: number;
  /** Tokens of responses to items of the user. */
  own: OwnTokens;
  /** In 10⁻¹² USD. */
  cost: bigint;
  priced: number;
  unpriced: number;
  /** Number of units that share the response of an earlier identical request; they have no latency in this run. */
  shared: number;
  /** Cost of the calls of this run in 10⁻¹² USD, without shared responses. */
  paid: bigint;
  /** Number of units that were sent, and of those that got a response. */
  attempted: number;
  answered: number;
  /** Number of responses by the model name that the server returned; '' = none. */
  models: Record<string, number>;
  /** Number of responses by configuration name, and by the route behind a router. */
  fingerprints: Record<string, number>;
  routes: Record<string, number>;
  /** Counts of the service tiers that served the requests. */
  tiers: Record<string, number>;
}

/** Two targets in the comparisons of their responses: a win is 1 for one and 0 for the other, a tie 0 for both. */
export type PairCells = readonly [a: Cell, b: Cell];

export interface Aggregate {
  /** By benchmark, then target. */
  cells: Cell[][];
  /** By target. */
  calls: Calls[];
  /** By benchmark, then `pairKey`: the number of pairs of units that share one response. */
  sharedPairs: Map<number, number>[];
  /** By `pairKey`, if responses are compared. */
  preferred: Map<number, PairCells>;
  units: number;
  done: number;
  /** Some responses that a lenient reading scores differently; their texts are read once all are counted. */
  examples: readonly (GraderFit['examples'][number] & { benchmark: string })[];
  /** Cost of models that graders call, in 10⁻¹² USD; null if unknown. */
  gradingCost: bigint | null;
  /** Number of graded samples, by `graded_by_json`. */
  gradedBy: Map<string | null, number>;
}

/**
 * Collects samples in any order into arrays of numbers: 10 bytes for each item and target (20 with a baseline, 8 more
 * if a lenient reading gives other scores), 4 for each unit, and no texts.
 */
export function createAggregate(plan: Plan, evaluationId: string) {
  const aggregate: Aggregate = {
    cells: plan.benchmarks.map((benchmark) => plan.targets.map(() => newCell(plan, benchmark))),
    calls: plan.targets.map(() => newCalls(countUnitsPerTarget(plan))),
    sharedPairs: plan.benchmarks.map(() => new Map()),
    preferred: newPairs(plan),
    units: countUnits(plan),
    done: 0,
    examples: [],
    gradingCost: null,
    gradedBy: new Map(),
  };
  const countShared = createSharedCounter(plan, aggregate, evaluationId);
  const parts = plan.benchmarks.map((_, of) => partScores(plan, of));
  const isOwn = plan.benchmarks.map(asksOwnItems);
  return {
    /** Samples come in the order of their units. */
    add(sample: MeasuredSample) {
      const unit = unitAt(plan, sample.unit);
      const { benchmark, target, item } = unit;
      if (sample.state !== 'interrupted') aggregate.done++;
      countGraded(aggregate, sample);
      if (unit.against !== undefined) {
        addComparison(aggregate, { ...unit, against: unit.against }, sample);
        return;
      }
      const calls = aggregate.calls[target] as Calls;
      if (!hasScores(plan.benchmarks[benchmark] as PlannedBenchmark)) {
        // Load without a cost is counted by its requests, which `measureEvaluation` reads later.
        if (sample.state !== 'measured' || sample.cost !== null) addToBill(calls, sample);
        addReason(aggregate.cells[benchmark]?.[target] as Cell, sample, evaluationId);
        return;
      }
      countShared(benchmark, target, sample);
      const cell = aggregate.cells[benchmark]?.[target] as Cell;
      addToCell(cell, item, sample);
      addReason(cell, sample, evaluationId);
      const details = detailsOf(sample);
      addFurther(cell, item, sample, details);
      addCost(cell, item, sample);
      for (const { at, index } of parts[benchmark] ?? []) {
        const of = aggregate.cells[at]?.[target] as Cell;
        const part = partOf(sample, index);
        addToCell(of, item, part);
        addLenient(of, item, part, details[lenientPart(index)]);
      }
      addToCalls(calls, sample);
      if (isOwn[benchmark]) addToOwn(calls.own, unit, sample);
      if (sample.grading_cost !== null)
        aggregate.gradingCost = (aggregate.gradingCost ?? 0n) + BigInt(sample.grading_cost);
    },
    aggregate,
  };
}

function countGraded({ gradedBy }: Aggregate, { state, graded_by_json }: MeasuredSample): void {
  if (state !== 'scored' && state !== 'unscored') return;
  gradedBy.set(graded_by_json, (gradedBy.get(graded_by_json) ?? 0) + 1);
}

/** The sample with the score of one criterion, which may exist although the whole sample is unscored. */
function partOf(sample: MeasuredSample, index: number): MeasuredSample {
  if (sample.scores_json === null) return sample;
  const score = (JSON.parse(sample.scores_json) as (number | null)[])[index] ?? null;
  return { ...sample, score, state: score === null ? 'unscored' : 'scored' };
}

/** Adds a preference or tie as scores of 1, 0 or ½ to the comparisons of both targets. */
function addComparison(
  { cells, preferred }: Aggregate,
  { benchmark, item, target, against }: Required<Unit>,
  sample: MeasuredSample,
): void {
  const of = cells[benchmark] as Cell[];
  const [a, b] = preferred.get(pairKey(of.length, [target, against])) as PairCells;
  const as = (score: (ofA: number) => number) => ({
    ...sample,
    score: sample.score === null ? null : score(sample.score),
  });
  addToCell(of[target] as Cell, item, sample);
  addToCell(
    of[against] as Cell,
    item,
    as((score) => 1 - score),
  );
  addToCell(
    a,
    item,
    as((score) => Number(score === 1)),
  );
  addToCell(
    b,
    item,
    as((score) => Number(score === 0)),
  );
}

function newPairs(plan: Plan): Aggregate['preferred'] {
  const { length } = plan.targets;
  const compared = plan.benchmarks.filter(comparesPairs);
  return new Map(
    compared.flatMap(({ items }) => {
      const cell = () => emptyCell(items, items * plan.methodology.epochs);
      return targetPairs(length).map((pair) => [pairKey(length, pair), [cell(), cell()]] as const);
    }),
  );
}

function newCell({ targets, methodology }: Plan, benchmark: PlannedBenchmark): Cell {
  const { items } = benchmark;
  const comparisons = comparesPairs(benchmark) ? targets.length - 1 : 1;
  const cell = emptyCell(items, items * methodology.epochs * comparisons);
  if (methodology.question !== 'no_worse' || !asksForScores(benchmark)) return cell;
  return { ...cell, costs: { paid: new Float64Array(items), answers: new Uint16Array(items) } };
}

function emptyCell(items: number, units: number): Cell {
  return {
    scores: new Float64Array(items).fill(Number.NaN),
    repeats: new Uint16Array(items),
    counts: {
      units,
      scored: 0,
      failed: 0,
      unscored: 0,
      truncated: 0,
      extraction: { strict: 0, flexible: 0, none: 0 },
      failures: {},
    },
    references: new Map(),
    details: new Map(),
    reasons: null,
  };
}

/** The units of one item and epoch are consecutive, target by target, so only one group is in memory. */
function createSharedCounter(plan: Plan, { sharedPairs }: Aggregate, evaluationId: string) {
  const { length } = plan.targets;
  let group = -1;
  let seen: { target: number; sample: MeasuredSample }[] = [];
  const answerOf = ({ answer_of, unit }: MeasuredSample) => answer_of ?? sampleId(evaluationId, unit);
  return (benchmark: number, target: number, sample: MeasuredSample) => {
    if (sample.unit - target !== group) {
      group = sample.unit - target;
      seen = [];
    }
    for (const before of seen) {
      const anyShared = sample.answer_of !== null || before.sample.answer_of !== null;
      if (!anyShared || answerOf(sample) !== answerOf(before.sample)) continue;
      const pairs = sharedPairs[benchmark];
      const key = pairKey(length, [before.target, target]);
      pairs?.set(key, (pairs.get(key) ?? 0) + 1);
    }
    seen.push({ target, sample });
  };
}

const newCalls = (units: number): Calls => ({
  latencies: createLatencies(units),
  inputTokens: 0,
  outputTokens: 0,
  counted: 0,
  own: { answers: 0, inputTokens: 0, outputTokens: 0, cached: { inputTokens: 0, cachedTokens: 0 } },
  cost: 0n,
  priced: 0,
  unpriced: 0,
  shared: 0,
  paid: 0n,
  attempted: 0,
  answered: 0,
  models: {},
  fingerprints: {},
  routes: {},
  tiers: {},
});

function addToCell(
  cell: Cell,
  item: number,
  { state, score, extraction, reason, finish_reason }: MeasuredSample,
): void {
  const { counts } = cell;
  if (finish_reason === 'length') counts.truncated++;
  if (finish_reason === 'other') counts.no_finish_reason = (counts.no_finish_reason ?? 0) + 1;
  if (state === 'scored' && score !== null) {
    counts.scored++;
    const before = cell.repeats[item] ?? 0;
    const sum = before === 0 ? 0 : (cell.scores[item] ?? 0) * before;
    cell.repeats[item] = before + 1;
    cell.scores[item] = (sum + score) / (before + 1);
    if (extraction !== null) counts.extraction[extraction as keyof Cell['counts']['extraction']]++;
    if (reason === 'only_reasoning') counts.only_reasoning = (counts.only_reasoning ?? 0) + 1;
  } else if (state === 'failed') {
    counts.failed++;
    counts.failures[reason ?? 'unknown'] = (counts.failures[reason ?? 'unknown'] ?? 0) + 1;
  } else if (state === 'unscored') {
    counts.unscored++;
    if (reason === 'truncated') counts.cut_off = (counts.cut_off ?? 0) + 1;
  }
}

/** Further figures of the grader; empty if there are none. */
function detailsOf({ state, score, details_json }: MeasuredSample): Details {
  return state !== 'scored' || score === null || details_json === null ? {} : JSON.parse(details_json);
}

/** Maximum number of figure names kept for each target and benchmark, because a row can name its own. */
export const MOST_DETAILS = 100;

function addFurther(cell: Cell, item: number, sample: MeasuredSample, all: Details): void {
  const { references, details } = cell;
  const { state, score, reference_grade, graded_by_json } = sample;
  if (state !== 'scored' || score === null) return;
  if (reference_grade !== null) {
    const rule = ruleOfVersions(JSON.parse(graded_by_json ?? '{}') as GradedBy);
    const reference = references.get(rule) ?? { n: 0, score: 0, reference: 0, differing: 0 };
    reference.n++;
    reference.score += score;
    reference.reference += reference_grade;
    if (reference_grade !== score) reference.differing++;
    references.set(rule, reference);
  }
  addLenient(cell, item, sample, all[LENIENT_DETAIL]);
  if (isUnread(all)) cell.unread = addTo(cell, cell.unread, item, sample, 1);
  for (const [name, value] of Object.entries(all)) {
    // Names of JSON fields and of composite parts are excluded, because items may have any number of them. Lenient
    // readings are no figures.
    if (placeOfDetail(name) !== null || isLenient(name) || isPartDetail(name)) continue;
    if (!details.has(name) && details.size >= MOST_DETAILS) {
      cell.hasMoreDetails = true;
      continue;
    }
    const [part, whole] = typeof value === 'number' ? [value, 1] : value;
    const before = details.get(name) ?? { n: 0, part: 0, whole: 0 };
    details.set(name, { n: before.n + 1, part: before.part + part, whole: before.whole + whole });
  }
}

/** Number of responses remembered for each target and benchmark, as examples. */
const LENIENT_KEPT = 3;

function addLenient(cell: Cell, item: number, sample: MeasuredSample, lenient: Details[string] = Number.NaN) {
  if (sample.score === null || typeof lenient !== 'number' || Number.isNaN(lenient)) return;
  cell.lenient = addTo(cell, cell.lenient, item, sample, lenient);
}

function addTo(
  { scores }: Cell,
  reading: LenientReading = {
    added: new Float64Array(scores.length),
    responses: 0,
    units: [],
    graders: new Set(),
  },
  item: number,
  { score, unit, details_json, graded_by_json }: MeasuredSample,
  read: number,
): LenientReading {
  const { added, units, responses, graders } = reading;
  added[item] = (added[item] ?? 0) + read - (score ?? 0);
  if (units.length < LENIENT_KEPT) units.push(unit);
  const details = JSON.parse(details_json ?? '{}') as Details;
  for (const grader of gradersReadLeniently(details, JSON.parse(graded_by_json ?? '{}') as GradedBy))
    graders.add(grader);
  return { added, units, responses: responses + 1, graders };
}

/**
 * Lenient readings of a target's scores: responses that contain the answer, and responses in which an automatically
 * chosen grader found none.
 */
export const lenientReadings = ({ lenient, unread }: Cell): LenientReading[] =>
  [lenient, unread].filter((one) => one !== undefined);

/** The cell with the scores of the lenient reading; the same cell if there is none. */
export function withLenientScores(cell: Cell): Cell {
  const readings = lenientReadings(cell);
  if (readings.length === 0) return cell;
  const added = (i: number) => readings.reduce((sum, one) => sum + (one.added[i] ?? 0), 0);
  return { ...cell, scores: cell.scores.map((score, i) => score + added(i) / (cell.repeats[i] ?? 0)) };
}

/** Number of responses that a lenient reading scores differently. */
export const countLenientDifferences = (cell: Cell): number =>
  lenientReadings(cell).reduce((sum, { responses }) => sum + responses, 0);

function addCost({ costs }: Cell, item: number, { state, cost }: MeasuredSample): void {
  if (costs === undefined || (state !== 'scored' && state !== 'unscored')) return;
  costs.answers[item] = (costs.answers[item] ?? 0) + 1;
  costs.paid[item] = (costs.paid[item] ?? 0) + (cost === null ? Number.NaN : Number(cost));
}

function addReason(cell: Cell, sample: MeasuredSample, evaluationId: string): void {
  const note = whyUnanswered(sample, sample.parts_head);
  if (note === null) return;
  cell.reasons ??= createReasons();
  cell.reasons.add({ ...note, sample_id: sampleId(evaluationId, sample.unit) });
}

function addToCalls(calls: Calls, sample: MeasuredSample): void {
  if (sample.state !== 'interrupted') calls.attempted++;
  if (sample.state === 'failed' || sample.state === 'interrupted') {
    // The calls of an interrupted conversation were charged.
    if (sample.cost !== null) addToBill(calls, sample);
    return;
  }
  if (sample.finish_reason !== 'content_filter') calls.answered++;
  if (sample.latency_ms !== null) calls.latencies.add(sample.latency_ms);
  if (sample.input_tokens !== null && sample.output_tokens !== null) {
    calls.counted++;
    calls.inputTokens += sample.input_tokens;
    calls.outputTokens += sample.output_tokens;
  }
  if (sample.answer_of !== null) calls.shared++;
  const { fingerprint, route, tier } = parsePartsHead(sample.parts_head);
  countName(calls.models, sample.returned_model);
  countName(calls.fingerprints, fingerprint);
  countName(calls.routes, route);
  countName(calls.tiers, tier);
  addToBill(calls, sample);
}

function addToOwn(
  own: OwnTokens,
  { epoch }: Pick<Unit, 'epoch'>,
  { state, input_tokens, output_tokens, cached_tokens }: MeasuredSample,
): void {
  if (state === 'failed' || state === 'interrupted' || input_tokens === null || output_tokens === null)
    return;
  own.answers++;
  own.inputTokens += input_tokens;
  own.outputTokens += output_tokens;
  if (epoch > 0 || cached_tokens === null) return;
  own.cached.inputTokens += input_tokens;
  own.cached.cachedTokens += Math.min(cached_tokens, input_tokens);
}

function addToBill(calls: Calls, { cost, answer_of }: MeasuredSample): void {
  if (cost === null) calls.unpriced++;
  else {
    calls.priced++;
    calls.cost += BigInt(cost);
    if (answer_of === null) calls.paid += BigInt(cost);
  }
}

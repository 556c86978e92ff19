import { count, withoutFullStop } from '@touchstone/report/figures';
import { type RespondingModels, sumRespondingModels } from '../../../measure/traffic/traffic.ts';
import { createReasons, type FailureNote, type GroupedReason } from '../../../models/models.ts';
import { hasUnits, type Plan } from '../plan/plan.ts';
import type { Results } from '../schemas/result-schemas.ts';
import type { Aggregate } from './aggregate.ts';

/** Outcomes of the calls that measured one target. */
export interface MeasuredCalls {
  /** The key of the benchmark, and the index of the target in the plan. */
  readonly benchmark: string;
  readonly target: number;
  readonly attempted: number;
  readonly answered: number;
  readonly reasons: readonly GroupedReason[];
  /** Who responded, as reported by the server. */
  readonly answeredBy?: RespondingModels;
}

/** Reasons why calls got no response. */
export interface CallReasons {
  /** By target and benchmark, the most frequent first. */
  reasons: NonNullable<Results['reasons']>;
  /** By target in plan order: why it was not measured; null if it was. */
  notMeasured: (NonNullable<Results['not_measured']>[number] | null)[];
  /** By target in plan order: the number of calls that got a response. */
  answered: number[];
}

/** Why calls to a target stopped, by target in plan order. */
export type Stops = readonly (FailureNote | null)[];

/**
 * Groups the reasons of unanswered calls, and finds targets of which calls were planned and none was answered.
 *
 * @param measured outcomes of calls without a sample of their own, of all kinds
 * @param stops why targets were stopped, as far as the run knows
 */
export function callReasons(
  plan: Plan,
  aggregate: Aggregate,
  measured: readonly MeasuredCalls[],
  stops: Stops,
): CallReasons {
  const reasons = plan.targets.flatMap(({ label }, target) => {
    const found = plan.benchmarks.flatMap(({ key }, benchmark) => {
      const ofSamples = aggregate.cells[benchmark]?.[target]?.reasons?.list() ?? [];
      const ofKinds = measured
        .filter((one) => one.benchmark === key && one.target === target)
        .flatMap((one) => one.reasons);
      return [...ofSamples, ...ofKinds].map((reason) => ({ target_label: label, benchmark: key, ...reason }));
    });
    // A refused preflight may have no sample; it made one call.
    const stop = stops[target];
    const [first] = plan.benchmarks;
    if (found.length > 0 || !stop || !first) return found;
    return [{ target_label: label, benchmark: first.key, ...stop, count: 1 }];
  });
  const calls = plan.targets.map((_, target) => callsOf(aggregate, measured, target));
  const isPlanned = plan.benchmarks.some(({ kind }) => hasUnits(kind));
  const notMeasured = plan.targets.map(({ label }, target) => {
    const { attempted, answered } = calls[target] ?? NO_CALLS;
    if (!isPlanned || answered > 0) return null;
    const own = reasons.filter(({ target_label }) => target_label === label);
    const stop = stops[target] ?? null;
    const reason =
      attempted === 0 || (stop && attempted === 1) ? describeStop(stop) : whyNothing(own, attempted);
    return { target_label: label, attempted, reason };
  });
  return { reasons, notMeasured, answered: calls.map(({ answered }) => answered) };
}

/** Who answered calls without a sample of their own, by target in plan order. */
export const answersWithoutSamples = ({ targets }: Plan, measured: readonly MeasuredCalls[]) =>
  targets.map((_, target) =>
    sumRespondingModels(measured.flatMap((one) => (one.target === target ? (one.answeredBy ?? []) : []))),
  );

const NO_CALLS = { attempted: 0, answered: 0 };

function callsOf({ calls }: Aggregate, measured: readonly MeasuredCalls[], target: number) {
  const own = measured.filter((one) => one.target === target);
  const sum = (of: (one: MeasuredCalls) => number) => own.reduce((total, one) => total + of(one), 0);
  return {
    attempted: (calls[target]?.attempted ?? 0) + sum((one) => one.attempted),
    answered: (calls[target]?.answered ?? 0) + sum((one) => one.answered),
  };
}

const MAX_SAID = 3;

/**
 * Such as `The model server answered 401: Incorrect API key provided (310 of 310 calls)`, with the provider's words
 * first.
 */
function whyNothing(reasons: readonly GroupedReason[], attempted: number): string {
  const all = createReasons();
  for (const reason of reasons) all.add(reason, reason.count);
  const said = all.list().slice(0, MAX_SAID);
  if (said.length === 0) return 'none of its calls was answered';
  return said
    .map(
      (reason) =>
        `${withoutFullStop(reason.message)} (${count(reason.count)} of ${count(Math.max(attempted, reason.count))} calls)`,
    )
    .join('; ');
}

/** Why no call was made after the preflight. */
const describeStop = (stop: FailureNote | null) =>
  stop === null ? 'none of its calls was sent' : `${withoutFullStop(stop.message)}; no further call was sent`;

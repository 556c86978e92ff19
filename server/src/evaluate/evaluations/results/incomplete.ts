import {
  COVERAGE_GAP,
  count,
  notMeasuredSentence,
  percent,
  plural,
  stoppedSentence,
  withoutFullStop,
} from '@touchstone/report/figures';
import { type IncompleteMeasurement, nameInSentence } from '../../../decide/slo/slo.ts';
import { asksForScores, type Plan } from '../plan/plan.ts';
import type { Coverage, Results } from '../schemas/result-schemas.ts';
import type { CallReasons, Stops } from './call-reasons.ts';
import { type OtherAnswers, otherAnswersSentence } from './who-answered.ts';

type NotMeasured = NonNullable<Results['not_measured']>[number];
type StoppedTargets = NonNullable<Results['stopped']>[number];

/** Targets without any answered call, and those of which most responses plainly came from another model. */
export function withOtherModelsNotMeasured(
  { targets }: Plan,
  silent: CallReasons['notMeasured'],
  others: readonly OtherAnswers[],
): CallReasons['notMeasured'] {
  return targets.map(({ label }, i) => {
    const other = others.find((one) => one.is_most && one.target_label === label);
    return (
      silent[i] ?? (other ? { target_label: label, attempted: other.answers, reason: other.said } : null)
    );
  });
}

/** Targets that responded at first and then refused every call. */
export function stoppedTargets(
  plan: Plan,
  coverage: readonly Coverage[],
  stops: Stops,
  { answered, notMeasured }: CallReasons,
): StoppedTargets[] {
  return plan.targets.flatMap(({ label }, i) => {
    const stop = stops[i];
    if (!stop || notMeasured[i]) return [];
    const units = sumOf(askedOf(plan, coverage, label), (cell) => cell.units);
    const { outcome, cause, scope, message } = stop;
    return [
      {
        target_label: label,
        ...{ units, answered: answered[i] ?? 0, outcome, cause },
        ...(scope && { scope }),
        reason: withoutFullStop(message),
      },
    ];
  });
}

/**
 * A sentence for each target whose measurement is incomplete or from another model: not measured; stopped; more
 * unanswered questions than coverages may differ; responses without a readable answer; responses from another model.
 */
export function incompleteTargets(
  plan: Plan,
  coverage: readonly Coverage[],
  found: {
    notMeasured: readonly (NotMeasured | null)[];
    stopped: readonly StoppedTargets[];
    reasons: CallReasons['reasons'];
    others: readonly OtherAnswers[];
  },
): IncompleteMeasurement[] {
  return plan.targets.flatMap(({ label: target_label }, i) => {
    const none = found.notMeasured[i];
    if (none) return [{ target_label, sentence: notMeasuredSentence(nameInSentence(target_label), none) }];
    const stop = found.stopped.find((one) => one.target_label === target_label);
    const other = found.others.find((one) => one.target_label === target_label);
    const said = [
      stop
        ? stoppedSentence(nameInSentence(target_label), stop)
        : unansweredSentence(plan, coverage, found.reasons, target_label),
      unreadSentence(plan, coverage, target_label),
      other ? otherAnswersSentence(other) : null,
    ].filter((one) => one !== null);
    return said.length === 0 ? [] : [{ target_label, sentence: said.join(' ') }];
  });
}

/** The unanswered questions of a target, and why most of them have no answer; null if they are too few to report. */
function unansweredOf(
  plan: Plan,
  coverage: readonly Coverage[],
  reasons: CallReasons['reasons'],
  label: string,
): { units: number; missing: number; message: string | null } | null {
  const cells = askedOf(plan, coverage, label);
  const units = sumOf(cells, (cell) => cell.units);
  const own = reasons.filter(
    (one) => one.target_label === label && cells.some(({ benchmark }) => benchmark === one.benchmark),
  );
  const cutOff = sumOf(cells, ({ cut_off = 0 }) => cut_off);
  // A response withheld by a content filter is graded, but counts as missing here.
  const missing =
    cutOff +
    Math.max(
      sumOf(cells, ({ failed, pending }) => failed + pending),
      sumOf(own, (one) => one.count),
    );
  if (missing <= COVERAGE_GAP * units) return null;
  const [first] = own.toSorted((a, b) => b.count - a.count);
  const isMostCutOff = cutOff > (first?.count ?? 0);
  return { units, missing, message: isMostCutOff ? CUT_OFF : (first?.message ?? null) };
}

const CUT_OFF = 'the token limit (max_tokens) was reached before an answer';

/** By target: the share of its questions without a response; null if it is too small to report. */
export const unansweredShares = (
  plan: Plan,
  coverage: readonly Coverage[],
  reasons: CallReasons['reasons'],
): (number | null)[] =>
  plan.targets.map(({ label }) => {
    const found = unansweredOf(plan, coverage, reasons, label);
    return found && found.missing / found.units;
  });

function unansweredSentence(
  plan: Plan,
  coverage: readonly Coverage[],
  reasons: CallReasons['reasons'],
  label: string,
): string | null {
  const found = unansweredOf(plan, coverage, reasons, label);
  if (found === null || found.message === null) return null;
  const { units, missing, message } = found;
  const share = `${count(missing)} of ${plural(units, 'question')} (${percent(missing / units)})`;
  return `${nameInSentence(label)} left ${share} unanswered: ${withoutFullStop(message)}.`;
}

/** A smaller share of responses without a readable answer is usual, and reported only in the warnings. */
const REPORTED_UNREAD_SHARE = 0.1;

/** The number of a target's responses without a readable answer, which score 0; null if they are few. */
function unreadSentence(plan: Plan, coverage: readonly Coverage[], label: string): string | null {
  const cells = askedOf(plan, coverage, label);
  const scored = sumOf(cells, (cell) => cell.scored);
  const unread = sumOf(cells, ({ extraction }) => extraction.none);
  if (unread <= REPORTED_UNREAD_SHARE * scored) return null;
  return `No answer could be read in ${count(unread)} of ${plural(scored, 'response')} of ${nameInSentence(label)} (${percent(unread / scored)}), which score 0.`;
}

const askedOf = ({ benchmarks }: Plan, coverage: readonly Coverage[], label: string) =>
  coverage.filter(
    (cell) =>
      cell.target_label === label &&
      benchmarks.some((benchmark) => benchmark.key === cell.benchmark && asksForScores(benchmark)),
  );

const sumOf = <T>(all: readonly T[], of: (one: T) => number) =>
  all.reduce((total, one) => total + of(one), 0);

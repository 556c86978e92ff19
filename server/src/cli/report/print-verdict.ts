import type { Schemas } from '@touchstone/client';
import type { Output } from '../terminal/output.ts';

type Results = Schemas['Results'];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

/** The verdict of each scenario: every requirement of every candidate, who is eligible, and why the others are not. */
export function printVerdict(out: Output, { requirements = [], verdict = [] }: Results): void {
  for (const one of verdict) {
    out.title(`Verdict: ${one.scenario_label}`);
    const own = requirements.filter(({ scenario_label }) => scenario_label === one.scenario_label);
    printRequirements(out, own);
    out.line();
    if (one.order.length > 0) printOrder(out, one);
    for (const sentence of one.sentences) out.text(sentence);
  }
}

/** What was sent to whom, and what came of it, in one line for each candidate and scenario. */
export function printLoad(out: Output, { load = [] }: Results): void {
  if (load.length === 0) return;
  out.title('Under load');
  const head = ['benchmark', 'target', 'requests', 'per s', 'p50 ms', 'p95 ms', 'p99 ms', 'answered'];
  const rows = load.map(({ benchmark, target_label, attempted, attempted_rps, latency_ms, outcomes }) => [
    benchmark,
    target_label,
    String(attempted),
    attempted_rps.toFixed(1),
    ...[latency_ms.p50, latency_ms.p95, latency_ms.p99].map((one) => one?.observed.toFixed(0) ?? '–'),
    String(answeredOf(outcomes)),
  ]);
  out.table(head, rows, head.slice(2));
}

function printRequirements(out: Output, requirements: readonly Requirement[]): void {
  const head = ['target', 'requirement', 'status', 'limit', 'observed', 'interval', 'n', 'more needed'];
  const rows = requirements.map((one, i) => [
    one.target_label === requirements[i - 1]?.target_label ? '' : one.target_label,
    one.requirement,
    one.status,
    requirementFigure(one.kind, one.limit),
    requirementFigure(one.kind, one.observed),
    interval(one),
    one.n === null ? '' : String(one.n),
    one.samples_needed === null ? '' : String(one.samples_needed),
  ]);
  out.table(head, rows, ['limit', 'observed', 'interval', 'n', 'more needed']);
}

function interval({ kind, ci_low, ci_high }: Requirement): string {
  if (ci_low === null || ci_high === null || ci_low === ci_high) return '';
  return `${requirementFigure(kind, ci_low)} to ${requirementFigure(kind, ci_high)}`;
}

function printOrder(out: Output, { order, share_of_weightings }: Verdict): void {
  const head = ['eligible', 'score', 'range', 'first in', ''];
  const rows = order.map(({ label, score, low, high, on_front, dominated_by }) => [
    label,
    score.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    `${Math.round(100 * (share_of_weightings[label] ?? 0))} % of weightings`,
    on_front ? 'on the Pareto front' : `dominated by ${dominated_by.join(', ')}`,
  ]);
  out.table(head, rows, ['score', 'range', 'first in']);
  out.line();
}

const answeredOf = ({ answered = 0, truncated = 0 }: Record<string, number>) => answered + truncated;

/** A figure of a requirement in its own unit; a dash where there is none. */
function requirementFigure(kind: Requirement['kind'], value: number | null): string {
  if (value === null) return '–';
  if (kind === 'availability') return `${Number((100 * value).toPrecision(4))} %`;
  return String(Number(value.toPrecision(4)));
}

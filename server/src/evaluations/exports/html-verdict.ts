import type { Results } from '../schemas/result-schemas.ts';
import { figure, list, section, table, usd } from './html-elements.ts';
import { escaped } from './markup.ts';
import { type ParetoPoint, paretoPlot } from './pareto-plot.ts';

type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

/** The verdict of each scenario: in sentences, as order and picture, and requirement by requirement. */
export function* verdictSections(results: Results): Generator<string> {
  const requirements = results.requirements ?? [];
  const scenarios = [...new Set(requirements.map(({ scenario_label }) => scenario_label))];
  for (const scenario of scenarios) {
    const own = requirements.filter(({ scenario_label }) => scenario_label === scenario);
    const verdict = results.verdict?.find(({ scenario_label }) => scenario_label === scenario);
    const chosen = verdict ? list(verdict.sentences) + order(verdict) + pareto(results, verdict) : '';
    yield section(`Verdict: ${scenario}`, chosen + requirementTable(own));
  }
}

function order({ order, share_of_weightings }: Verdict): string {
  if (order.length === 0) return '';
  const rows = order.map(({ label, score, low, high, utilities, on_front, dominated_by }) => [
    escaped(label),
    `${score.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
    Object.entries(utilities)
      .map(([name, value]) => `${escaped(name)} ${value.toFixed(2)}`)
      .join('<br>'),
    `${Math.round(100 * (share_of_weightings[label] ?? 0))} %`,
    on_front ? 'on the front' : `dominated by ${escaped(dominated_by.join(', '))}`,
  ]);
  return table(['Eligible, in order', 'Score', 'Utilities', 'First in weightings', 'Pareto front'], rows);
}

/** Everybody whose cost and quality (or, without quality, latency) are known, eligible or not. */
function pareto(results: Results, verdict: Verdict): string {
  const labels = [...new Set((results.evidence ?? []).map(({ target_label }) => target_label))];
  const byQuality = results.intervals.length > 0;
  const known = labels.flatMap((label) => {
    const cost = costOf(results, verdict, label);
    const y = byQuality ? qualityOf(results, label) : latencyOf(results, verdict, label);
    return cost === null || y === null ? [] : [{ label, cost, y }];
  });
  if (known.length < 2) return '';
  const lettered = known.map((one, i) => ({ ...one, letter: String.fromCharCode(65 + (i % 26)) }));
  const points: ParetoPoint[] = lettered.map(({ label, ...point }) => ({
    ...point,
    onFront: verdict.pareto_front.includes(label),
  }));
  const title = byQuality ? 'mean score, %' : 'p95 latency, ms';
  const rows = lettered.map(({ letter, label, cost, y }) => [letter, escaped(label), usd(cost), figure(y)]);
  const legend = table(['', 'Target', 'USD for 1,000 good requests', title], rows);
  const note = `<p class="quiet">Filled: on the Pareto front among the eligible. Better is ${byQuality ? 'up' : 'down'} and to the left.</p>`;
  return `<figure>${paretoPlot(points, title)}${legend}${note}</figure>`;
}

function costOf({ evidence = [] }: Results, { scenario_label }: Verdict, label: string): number | null {
  const cost = evidence.find(
    (one) => one.target_label === label && one.scenario_label === scenario_label,
  )?.cost;
  return cost?.per_1k_good_requests_usd ?? cost?.per_1k_requests_usd ?? null;
}

/** As the verdict weighs it: the criteria of a custom evaluation are in its overall score already. */
function qualityOf({ intervals }: Results, label: string): number | null {
  const isCriterion = (key: string) => key.startsWith('custom/') && key !== 'custom/overall';
  const scores = intervals.flatMap(({ target_label, benchmark, score }) =>
    target_label === label && score !== null && !isCriterion(benchmark) ? [score] : [],
  );
  return scores.length === 0 ? null : (100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length;
}

function latencyOf({ load = [] }: Results, { scenario_label }: Verdict, label: string): number | null {
  const own = load.find(
    ({ target_label, benchmark }) => target_label === label && benchmark === `load/${scenario_label}`,
  );
  return own?.latency_ms.p95?.observed ?? null;
}

function requirementTable(requirements: readonly Requirement[]): string {
  const rows = requirements.map((one) => [
    `${escaped(one.target_label)}<br><span class="quiet">${escaped(one.says)}</span>`,
    `<strong class="status ${one.status}">${one.status}</strong>`,
    inUnit(one, one.observed),
    inUnit(one, one.limit),
    one.ci_low === null || one.ci_high === null
      ? 'none'
      : `${inUnit(one, one.ci_low)} to ${inUnit(one, one.ci_high)}`,
    figure(one.n),
    figure(one.samples_needed),
    escaped(one.reason),
  ]);
  const head = ['Requirement', 'Status', 'Observed', 'Limit', 'Interval', 'Requests', 'More needed', 'Why'];
  return table(head, rows);
}

function inUnit({ kind }: Requirement, value: number | null): string {
  return kind === 'availability' && value !== null ? `${figure(100 * value)} %` : figure(value);
}

import type { Schemas } from '@touchstone/client';
import type { Output } from '../terminal/output.ts';
import { printLoad } from './print-verdict.ts';

type Results = Schemas['Results'];
type Comparison = Results['comparisons'][number];

const LETTERS = 'ABCDEFGHIJKLMNOPQRST';
const NOT_MEASURED = '–';

/** Everything the evaluation found, as tables. Targets have letters, so that pairs fit on a line. `about` stands beside the figures of the run. */
export function printResults(out: Output, results: Results, about = ''): void {
  const letters = new Map(
    results.target_results.map(({ target_label }, i) => [target_label, LETTERS[i] ?? String(i + 1)]),
  );
  const benchmarks = [...new Set(results.intervals.map(({ benchmark }) => benchmark))];
  for (const benchmark of benchmarks) {
    printScores(out, results, benchmark, letters);
    printComparisons(out, results, benchmark, letters);
  }
  printRun(out, results, letters, about);
  printLoad(out, results);
  printSummary(out, results);
}

type Letters = ReadonlyMap<string, string>;

function printScores(out: Output, results: Results, benchmark: string, letters: Letters): void {
  const level = `${results.methodology.confidence_level * 100} % interval`;
  const own = results.intervals.filter((interval) => interval.benchmark === benchmark);
  out.title(`${benchmark}: ${own[0]?.n ?? 0} items`);
  const rows = own.map(({ target_label, score, ci_low, ci_high, method }) => [
    letters.get(target_label) ?? '',
    target_label,
    score === null ? NOT_MEASURED : `${points(score)} %`,
    range(ci_low, ci_high),
    method ?? NOT_MEASURED,
  ]);
  out.table(['', 'target', 'score', level, 'method'], rows, ['score', level]);
}

function printComparisons(out: Output, results: Results, benchmark: string, letters: Letters): void {
  const own = results.comparisons.filter(({ metric }) => metric === benchmark);
  if (own.length === 0) return;
  const rows = own.map((one) => [
    `${letters.get(one.target_a)} − ${letters.get(one.target_b)}`,
    signed(one.delta),
    range(one.ci_low, one.ci_high),
    pValue(one.p_adjusted),
    outcome(one, letters),
  ]);
  const adjusted = `p (${results.methodology.correction}, ${own[0]?.family_size} tests)`;
  const head = ['compared', 'points', 'interval', adjusted, 'outcome'];
  out.line();
  out.table(head, rows, ['points', 'interval', adjusted]);
  out.line(`Test: ${[...new Set(own.map(({ test }) => test ?? 'none'))].join(', ')}`);
}

function outcome({ winner, explanation, exploratory }: Comparison, letters: Letters): string {
  if (winner === 'tie' || winner === 'undecided') return `${winner}: ${explanation}`;
  return `${letters.get(winner)} is better${exploratory ? ` (${explanation})` : ''}`;
}

function printRun(out: Output, results: Results, letters: Letters, about: string): void {
  out.title(`What the run took${about}`);
  const head = ['', 'target', 'p50 ms', 'p95 ms', 'tokens in', 'tokens out', 'USD', 'coverage'];
  const called = results.target_results.filter(({ target_label }) => !isScenario(results, target_label));
  const rows = called.map(({ target_label, metrics }) => [
    letters.get(target_label) ?? '',
    target_label,
    number(metrics['run/latency_p50_ms'], 1),
    number(metrics['run/latency_p95_ms'], 1),
    number(metrics['run/input_tokens_mean'], 0),
    number(metrics['run/output_tokens_mean'], 0),
    number(metrics['run/cost_usd'], 4),
    percentOrNothing(metrics['run/coverage']),
  ]);
  out.table(head, rows, head.slice(2));
}

/** A scenario is a row of the results too: its limits are its metrics. It was not called. */
export function isScenario({ verdict = [] }: Results, label: string): boolean {
  return verdict.some(({ scenario_label }) => scenario_label === label);
}

/** Without the sentences of the verdict, which stand beside its tables. */
function printSummary(out: Output, { overall_summary, warnings, verdict = [] }: Results): void {
  const own = verdict
    .flatMap(({ sentences }) => sentences)
    .reduce((left, sentence) => left.replace(sentence, () => ''), overall_summary);
  const sentences = own.trim() === '' ? [] : own.trim().split(/(?<=\.) (?=\p{L})/u);
  if (sentences.length + warnings.length === 0) return;
  out.title(sentences.length > 0 ? 'In sentences' : 'Notes');
  for (const sentence of sentences) out.text(sentence);
  if (sentences.length > 0 && warnings.length > 0) out.line();
  for (const warning of warnings) out.text(`Note: ${warning}`);
}

/** As the summary rounds: half away from 0, and 0 without a sign. */
const points = (share: number) =>
  ((Math.sign(share) * Math.round(Math.abs(share) * 1000)) / 10 + 0).toFixed(1);
const signed = (share: number) => `${share > 0 ? '+' : ''}${points(share)}`;

function range(low: number | null, high: number | null): string {
  return low === null || high === null ? NOT_MEASURED : `${points(low)} to ${points(high)}`;
}

function pValue(p: number | null): string {
  if (p === null) return NOT_MEASURED;
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

/** A metric that was not measured is absent, which is not 0. */
function number(value: number | undefined, places: number): string {
  return value === undefined ? NOT_MEASURED : value.toFixed(places);
}

function percentOrNothing(share: number | undefined): string {
  return share === undefined ? NOT_MEASURED : `${points(share)} %`;
}

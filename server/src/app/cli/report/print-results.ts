import type { Schemas } from '@touchstone/client';
import {
  adjustedHead,
  type BenchmarkSection,
  benchmarkName,
  cellTexts,
  comparisonOutcome,
  isFigureColumn,
  type Report,
  rangeWithMissing,
  type Section,
  simultaneousRange,
  splitSentences,
  toReport,
} from '@touchstone/report';
import {
  count,
  formatRange,
  ms,
  percent,
  plural,
  points,
  pValue,
  signedPoints,
  usd,
} from '@touchstone/report/figures';
import { PERCENTILES } from '@touchstone/report/limits';
import type { Output } from '../terminal/output.ts';

type Results = Schemas['Results'];

const NOT_MEASURED = '–';

/**
 * Prints all results as tables. `about` is added to the heading of the run's figures. Prints nothing if the
 * evaluation ended before anything was scored; the caller says why it ended.
 */
export function printResults(out: Output, results: Results, about = ''): void {
  const { provisional, intervals } = results;
  if (provisional && intervals.length > 0 && intervals.every(({ score }) => score === null)) return;
  const report = toReport(results);
  for (const benchmark of report.benchmarks) {
    printScores(out, report, benchmark);
    printComparisons(out, report, benchmark, results.methodology.correction);
  }
  if (report.noWorse !== null) printSection(out, report.noWorse.section);
  printRun(out, report, about);
  printLoad(out, report);
  for (const section of report.sections) printSection(out, section);
  printSummary(out, report, results.warnings);
}

const letterOf = ({ targets }: Report, label: string) =>
  targets.find((target) => target.label === label)?.letter ?? '';

function printScores(out: Output, report: Report, { key, items, caution, scores }: BenchmarkSection): void {
  const level = `${report.confidencePercent} % interval`;
  out.title(`${benchmarkName(key)}: ${items === 0 ? 'no question was scored' : plural(items, 'question')}`);
  if (caution !== null) out.text(caution);
  const rows = scores.map((one) => {
    const { target_label, score, ci_low, ci_high, method } = one;
    const missing = rangeWithMissing(one);
    return [
      letterOf(report, target_label),
      target_label,
      `${percent(score, NOT_MEASURED)}${missing === null ? '' : ` (${missing})`}`,
      interval(ci_low, ci_high),
      method ?? NOT_MEASURED,
    ];
  });
  out.table(['', 'candidate', 'score', level, 'method'], rows, ['score', level]);
}

function printComparisons(
  out: Output,
  report: Report,
  { comparisons, familySize, simultaneous, tests }: BenchmarkSection,
  correction: string,
): void {
  if (comparisons.length === 0) return;
  const letter = (label: string) => letterOf(report, label);
  const rows = comparisons.map((one) => [
    `${letter(one.target_a)} − ${letter(one.target_b)}`,
    signedPoints(one.delta),
    interval(one.ci_low, one.ci_high),
    ...(simultaneous ? [simultaneousRange(one) ?? NOT_MEASURED] : []),
    one.p_adjusted === null ? NOT_MEASURED : pValue(one.p_adjusted),
    outcome(one, letter),
  ]);
  const adjusted = adjustedHead(correction, familySize);
  const head = [
    'compared',
    'points',
    'interval',
    ...(simultaneous ? ['simultaneous'] : []),
    adjusted,
    'outcome',
  ];
  out.line();
  out.table(head, rows, ['points', 'interval', 'simultaneous', adjusted]);
  const named = `Test: ${tests.join(', ')}`;
  if (tests.length === 0) out.line('No test was possible.');
  else out.line(familySize === 0 ? `${named}; no comparison here can name a winner.` : named);
}

/**
 * The outcome of a comparison. Ties and undecided outcomes state their reason, winners only if they are a hint.
 * Dependence on the grader has its own section.
 */
function outcome(one: BenchmarkSection['comparisons'][number], letter: (label: string) => string): string {
  const { winner, exploratory, explanation, reason } = one;
  if (reason === 'depends_on_grader') return `${winner}: it depends on the grader`;
  if (winner === 'tie' || winner === 'undecided') return `${winner}: ${explanation}`;
  return `${comparisonOutcome(one, letter)}${exploratory ? ` (${explanation})` : ''}`;
}

/** Prints run figures for each target that was called; scenarios and fact-only comparisons have none. */
function printRun(out: Output, { targets }: Report, about: string): void {
  const called = targets.filter(({ metrics }) =>
    Object.keys(metrics).some((name) => name.startsWith('run/')),
  );
  if (called.length === 0) return;
  out.title(`Cost of the run${about}`);
  const head = ['', 'candidate', 'p50', 'p95', 'tokens in', 'tokens out', 'cost', 'coverage'];
  const rows = called.map(({ letter, label, metrics }) => [
    letter,
    label,
    metricText(metrics['run/latency_p50_ms'], ms),
    metricText(metrics['run/latency_p95_ms'], ms),
    metricText(metrics['run/input_tokens_mean'], (mean) => count(Math.round(mean))),
    metricText(metrics['run/output_tokens_mean'], (mean) => count(Math.round(mean))),
    metricText(metrics['run/cost_usd'], usd),
    percent(metrics['run/coverage'], NOT_MEASURED),
  ]);
  out.table(head, rows, head.slice(2));
}

/** Prints what was sent to each candidate under load, and its outcome. */
function printLoad(out: Output, report: Report): void {
  const { load } = report;
  if (load.length === 0) return;
  out.title('Under load');
  const head = ['', 'candidate', 'requests', 'sent/s', ...PERCENTILES, 'answered'];
  for (const [i, { benchmark, sent, rows: own, notes }] of load.entries()) {
    if (i > 0) out.line();
    out.text(`${benchmarkName(benchmark)}. ${sent}`);
    const rows = own.map(({ target_label, attempted, attempted_rps, latency_ms, answered }) => [
      letterOf(report, target_label),
      target_label,
      count(attempted),
      count(attempted_rps),
      ...PERCENTILES.map((p) => metricText(latency_ms[p]?.observed, ms)),
      count(answered),
    ]);
    out.table(head, rows, head.slice(2));
    for (const sentence of notes) out.text(sentence);
  }
}

/** Prints a section of a kind without a layout of its own. */
export function printSection(out: Output, section: Section): void {
  const { title, head, rows, sentences } = section;
  out.title(title);
  const cells = rows.map((row) => row.map((cell) => cellTexts(cell, NOT_MEASURED).join(', ')));
  const figures = head.filter((_, column) => isFigureColumn(section, column));
  out.table(head, cells, figures);
  for (const sentence of sentences) out.text(sentence);
}

/** Sentences that a section has printed are not repeated. */
function printSummary(out: Output, { summary, sections }: Report, all: readonly string[]): void {
  const sentences = splitSentences(summary);
  const warnings = all.filter((warning) => !sections.some((section) => section.sentences.includes(warning)));
  if (sentences.length + warnings.length === 0) return;
  out.title(sentences.length > 0 ? 'Summary' : 'Notes');
  for (const sentence of sentences) out.text(sentence);
  if (sentences.length > 0 && warnings.length > 0) out.line();
  for (const warning of warnings) out.text(`Note: ${warning}`);
}

function interval(low: number | null, high: number | null): string {
  return formatRange(points, low, high) ?? NOT_MEASURED;
}

/** A metric that was not measured is absent, which differs from 0. */
function metricText(value: number | undefined, says: (value: number) => string): string {
  return value === undefined ? NOT_MEASURED : says(value);
}

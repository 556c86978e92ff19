import {
  adjustedHead,
  type BenchmarkSection,
  benchmarkName,
  candidateColor,
  comparisonOutcome,
  type Report,
  rangeWithMissing,
  simultaneousRange,
} from '@touchstone/report';
import { count, formatRange, percent, points, pValue } from '@touchstone/report/figures';
import { forestPlot } from '@touchstone/report/plots';
import { sectionMarkup, tableMarkup } from './html-elements.ts';
import { plotMarkup } from './html-plot.ts';
import { escapeMarkup } from './markup.ts';

type Targets = Report['targets'];
type Comparison = BenchmarkSection['comparisons'][number];

/** The scores of each benchmark and the differences between targets, as tables and plots. */
export function* scoreSections(report: Report): Generator<string> {
  for (const benchmark of report.benchmarks)
    yield sectionMarkup(
      `${benchmarkName(benchmark.key)}: ${count(benchmark.items)} questions`,
      cautionMarkup(benchmark) +
        scores(report, benchmark) +
        picture(report, benchmark) +
        comparisons(report, benchmark),
    );
}

const cautionMarkup = ({ caution: says }: BenchmarkSection) =>
  says === null ? '' : `<p>${escapeMarkup(says)}</p>`;

function scores({ confidencePercent, targets }: Report, { scores: all }: BenchmarkSection): string {
  const rows = all.map((one) => [
    `${letterOf(targets, one.target_label)} ${escapeMarkup(one.target_label)}`,
    [percent(one.score), rangeWithMissing(one) ?? []].flat().join('<br>'),
    interval(one.ci_low, one.ci_high),
    count(one.n),
    one.method === null ? 'too few for an interval' : withSpaces(one.method),
  ]);
  const level = `${confidencePercent} % interval`;
  return tableMarkup(['Candidate', 'Score', level, 'Questions', 'Method'], rows);
}

const picture = (report: Report, benchmark: BenchmarkSection) =>
  benchmark.comparisons.length === 0 ? '' : plotMarkup(forestPlot(benchmark, report));

function comparisons(
  { methodology: { correction }, targets }: Report,
  { comparisons: all, familySize, simultaneous }: BenchmarkSection,
): string {
  if (all.length === 0) return '';
  const rows = all.map((one) => [
    `${letterOf(targets, one.target_a)} − ${letterOf(targets, one.target_b)}`,
    points(one.delta),
    interval(one.ci_low, one.ci_high),
    ...(simultaneous ? [simultaneousRange(one) ?? NOTHING] : []),
    one.p_adjusted === null ? NOTHING : escapeMarkup(pValue(one.p_adjusted)),
    outcome(one, targets),
  ]);
  const family = escapeMarkup(adjustedHead(correction, familySize));
  return tableMarkup(
    ['Difference', 'Points', 'Interval', ...(simultaneous ? ['Simultaneous'] : []), family, 'Outcome'],
    rows,
  );
}

/** Ties, undecided outcomes and winners from few items also state their reason. */
function outcome(one: Comparison, targets: Targets): string {
  const says = `<strong>${comparisonOutcome(one, (label) => letterOf(targets, label))}</strong>`;
  const isPlain = one.winner !== 'tie' && one.winner !== 'undecided' && !one.exploratory;
  return isPlain ? says : `${says}<br>${escapeMarkup(one.explanation)}`;
}

const letterOf = (targets: Targets, name: string) => {
  const letter = targets.find(({ label }) => label === name)?.letter ?? '?';
  return `<b style="color:${candidateColor(letter)}">${letter}</b>`;
};

const withSpaces = (name: string) => escapeMarkup(name.replaceAll('_', ' '));

/** Stands for a missing test or interval; the outcome beside it states the reason. */
const NOTHING = '–';

const interval = (low: number | null, high: number | null) => formatRange(points, low, high) ?? NOTHING;

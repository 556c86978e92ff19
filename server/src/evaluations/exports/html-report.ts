import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Results } from '../schemas/result-schemas.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import type { ExportInput } from './export-input.ts';
import { capacitySections } from './html-capacity.ts';
import { figure, list, section, table } from './html-elements.ts';
import { evidenceSections } from './html-evidence.ts';
import { comparedAnswers, judgingSections } from './html-judging.ts';
import { loadSections } from './html-load.ts';
import { differencePlot, scorePlot } from './html-plots.ts';
import { REPORT_STYLE } from './html-style.ts';
import { verdictSections } from './html-verdict.ts';
import { escaped } from './markup.ts';

/** Items of the report on which targets disagree, and characters of each text; the other exports hold them all. */
const MOST_ITEMS = 50;
const MOST_CHARACTERS = 2000;

/**
 * One page that opens without a network and runs nothing: its policy allows its own style and no script. Everything that
 * others wrote (labels, questions, answers) is escaped text.
 */
export async function* createHtmlReport({ evaluation, samples }: ExportInput): AsyncGenerator<string> {
  yield opening(evaluation);
  const { results } = evaluation;
  if (results === null) yield `<p>This evaluation is ${evaluation.status} and has no results.</p>`;
  else yield* sections(results);
  yield* disagreements(samples('disagreeing'));
  yield '</main></body></html>\n';
}

function opening({ name, description, status, completed_at, id }: Evaluation): string {
  const when = completed_at === null ? status : `${status}, ${completed_at}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(name)}</title><style>${REPORT_STYLE}</style></head><body><main>
<h1>${escaped(name)}</h1>
${description ? `<p>${escaped(description)}</p>` : ''}<p class="quiet">Evaluation ${id}, ${escaped(when)}</p>
`;
}

function* sections(results: Results): Generator<string> {
  if (results.provisional)
    yield '<p class="note">Provisional: not everything was measured, so no winner is named.</p>';
  yield* verdictSections(results);
  yield section('Summary', `<p>${escaped(ownSummary(results))}</p>`);
  const keys = [...new Set(results.intervals.map(({ benchmark }) => benchmark))];
  for (const key of keys) yield section(key, scores(results, key) + comparisons(results, key));
  yield* judgingSections(results);
  yield* loadSections(results);
  yield* capacitySections(results);
  yield* evidenceSections(results);
  yield section('Metrics', metrics(results));
  yield section('Coverage', coverage(results));
  if (results.warnings.length > 0) yield section('Warnings', list(results.warnings));
  yield section('Method', method(results));
}

/** Without the sentences of the verdict, which stand in sections of their own. */
function ownSummary({ overall_summary, verdict = [] }: Results): string {
  const told = verdict.flatMap(({ sentences }) => sentences);
  return told.reduce((left, sentence) => left.replace(sentence, () => ''), overall_summary).trim();
}

const percent = (share: number | null) => (share === null ? 'none' : `${(100 * share).toFixed(1)} %`);
const points = (share: number) => (Math.round(1000 * share) / 10 + 0).toFixed(1);
const range = (low: number | null, high: number | null) =>
  low === null || high === null ? 'none' : `${points(low)} to ${points(high)}`;

function scores({ intervals, methodology }: Results, key: string): string {
  const rows = intervals
    .filter(({ benchmark }) => benchmark === key)
    .map((one) => [
      escaped(one.target_label),
      percent(one.score),
      range(one.ci_low, one.ci_high),
      scorePlot(one),
      String(one.n),
      escaped(one.method ?? 'none'),
    ]);
  const level = `${100 * methodology.confidence_level} % interval`;
  return table(['Target', 'Score', level, '0 to 100 %', 'Items', 'Method'], rows);
}

function comparisons({ comparisons, methodology }: Results, key: string): string {
  const own = comparisons.filter(({ metric }) => metric === key);
  if (own.length === 0) return '';
  const reach = Math.max(
    methodology.margin,
    ...own.map((one) => Math.max(Math.abs(one.ci_low ?? 0), Math.abs(one.ci_high ?? 0))),
  );
  const rows = own.map((one) => [
    `${escaped(one.target_a)} − ${escaped(one.target_b)}`,
    points(one.delta),
    range(one.ci_low, one.ci_high),
    differencePlot(one, methodology.margin, reach),
    one.p_adjusted === null ? 'none' : one.p_adjusted < 0.0001 ? '&lt; 0.0001' : one.p_adjusted.toFixed(4),
    `<strong>${escaped(outcome(one.winner))}</strong><br>${escaped(one.explanation)}`,
  ]);
  const family = `p (${escaped(methodology.correction)}, ${own[0]?.family_size ?? 0} tests)`;
  return table(
    ['Difference', 'Points', 'Interval', `±${points(reach)} points, band = margin`, family, 'Outcome'],
    rows,
  );
}

const outcome = (winner: string) =>
  winner === 'tie' || winner === 'undecided' ? winner : `${winner} is better`;

/** A row a metric, since scenarios have many of them; a scenario's limits are its metrics. */
function metrics({ target_results }: Results): string {
  const names = [...new Set(target_results.flatMap(({ metrics: own }) => Object.keys(own)))].sort();
  const rows = names.map((name) => [
    escaped(name),
    ...target_results.map(({ metrics: own }) => figure(own[name])),
  ]);
  return table(['Metric', ...target_results.map(({ target_label }) => escaped(target_label))], rows);
}

function coverage(results: Results): string {
  const rows = results.coverage.map((one) => [
    `${escaped(one.target_label)}, ${escaped(one.benchmark)}`,
    ...[one.units, one.scored, one.failed, one.unscored, one.pending, one.truncated].map(String),
  ]);
  return table(['Target, benchmark', 'Units', 'Scored', 'Failed', 'Unscored', 'Pending', 'Truncated'], rows);
}

function method({ methodology }: Results): string {
  return list(
    Object.entries(methodology).map(([name, value]) => `${name}: ${value === null ? 'not set' : value}`),
  );
}

async function* disagreements(samples: AsyncIterable<Sample>): AsyncGenerator<string> {
  let item = '';
  let shown = 0;
  for await (const sample of samples) {
    const own = `${sample.benchmark}/${sample.item}/${sample.epoch}`;
    if (own !== item) {
      if (shown === MOST_ITEMS) {
        yield `</article><p class="quiet">More items follow; the first ${MOST_ITEMS} are shown.</p></section>`;
        return;
      }
      yield shown === 0 ? '<section><h2>Where targets disagree</h2>' : '</article>';
      yield question(sample);
      item = own;
      shown += 1;
    }
    yield answer(sample);
  }
  if (shown > 0) yield '</article></section>';
}

function question({ benchmark, item, input, expected }: Sample): string {
  const asked = input.map(({ role, content }) => `${role}: ${content}`).join('\n\n');
  const wanted = typeof expected === 'string' ? expected : expected.join(' | ');
  return `<article><h3>${escaped(benchmark)}, item ${item}</h3><pre>${shortened(asked)}</pre>
<p>Expected: <code>${shortened(wanted)}</code></p>`;
}

function answer({ target_label, score, outcome: state, answer: said, message, pair }: Sample): string {
  if (pair) return comparedAnswers(pair, shortened);
  return `<h4>${escaped(target_label)}: ${score === null ? state : `score ${score}`}</h4><pre>${shortened(said ?? message ?? '')}</pre>\n`;
}

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return escaped(text);
  return `${escaped(text.slice(0, MOST_CHARACTERS))} … (${text.length - MOST_CHARACTERS} more characters)`;
}

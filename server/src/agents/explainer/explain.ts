import { count, plural, usd } from '@touchstone/report/figures';
import type { EvaluationReport } from '../../tools/tools.ts';
import { renderFigure } from '../figures/render-figure.ts';
import { named, plain } from '../rules/markdown.ts';
import { doubtsAbout, firstOf, missingIn } from './doubts.ts';
import { meantIn, narrowed } from './narrowed.ts';
import { type Aspect, readAspects } from './read-aspects.ts';

type Verdicts = NonNullable<EvaluationReport['verdict']>;
type Section = (report: EvaluationReport, asked: string) => readonly string[];

const WITHOUT_MODEL = 'Without a model configured, I repeat what the results say';
const MOST_ROWS = 30;

const SECTIONS: Readonly<Record<Aspect, { title: string; lines: Section; none: string }>> = {
  winner: { title: 'Answer', lines: answers, none: 'The results name no answer.' },
  rejected: {
    title: 'Rejected',
    lines: rejections,
    none: 'No candidate was rejected: only a scenario among the targets rejects one, by its limits.',
  },
  limits: {
    title: 'The limits, one by one',
    lines: limits,
    none: 'No limit was judged: only a scenario among the targets states one.',
  },
  firm: {
    title: 'How firm that is',
    lines: firmness,
    none: 'The results do not say how firm the answer is.',
  },
  change: {
    title: 'What would change it',
    lines: changes,
    none: 'The results name nothing that would change the answer.',
  },
  undecided: { title: 'Undecided or missing', lines: openPoints, none: 'Nothing is undecided.' },
  cost: { title: 'Cost of the run', lines: costs, none: 'What the run cost is not known.' },
};

/**
 * What an evaluation found, as far as it was asked for, in Markdown: the answer, its reasons, the main doubt, what else
 * was asked for, and where to look. Figures are those of the results.
 */
export function explain(asked: string, whole: EvaluationReport, page: string): string {
  const report = narrowed(whole, asked);
  const about = `${WITHOUT_MODEL} of the evaluation ${named(report.name)}, ${stateOf(report)}.`;
  const look = `${about} [Open the evaluation](${page}) for every comparison and answer.`;
  if (report.answer === null)
    return `Nothing was measured in it${why(report)}. Run it again, or ask about another one by its name.\n\n${look}\n`;
  const aspects = readAspects(asked);
  const isWhole = aspects.length === 0;
  const shown: Aspect[] = isWhole ? ['change'] : aspects.filter((aspect) => aspect !== 'winner');
  // What is not known yet could change the answer as well.
  if (aspects.includes('change') && !shown.includes('undecided')) shown.push('undecided');
  const sections = shown.map((aspect) => section(aspect, report, asked, isWhole));
  const isOfAnswer = isWhole || aspects.includes('winner');
  const lead = isOfAnswer ? [section('winner', report, asked, false), reasoned(report)] : [];
  // Why the answer should be doubted belongs to every answer that names one.
  const doubt = isOfAnswer || aspects.includes('firm') ? `**Main doubt.** ${mainDoubt(report)}` : '';
  const figures = doubt === '' ? '' : scores(report);
  const rest = isOfAnswer ? [doubt, ...sections] : [...sections, doubt];
  const said = [...lead, ...rest, figures].filter(Boolean);
  const used = [...(isOfAnswer ? (['winner'] as const) : []), ...shown];
  return `${[...said, ...cut(report, used, said.join()), look].join('\n\n')}\n`;
}

const mainDoubt = (report: EvaluationReport) =>
  doubtsAbout(report)[0] ??
  'The results name none: what was planned was measured, and no comparison is open.';

const MOST_REASONS = 3;

/** Why the answer is what it is: how firm each verdict is and who is rejected; without a scenario, who is shown to be better. */
function reasoned(report: EvaluationReport): string {
  const { verdict = [] } = report;
  const lines =
    verdict.length > 0
      ? eachVerdict(report, ({ firmness: said, rejected }) =>
          [
            ...(said ? [plain(said)] : []),
            ...rejected.map(({ label, reasons }) => because(label, 'was rejected', reasons.slice(0, 1))),
          ].slice(0, MOST_REASONS),
        )
      : scored(report)
          .filter(({ winner, target_a, target_b }) => winner === target_a || winner === target_b)
          .slice(0, MOST_REASONS)
          .map(({ sentence }) => plain(sentence));
  return lines.length === 0 ? '' : `**Reasons**\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function section(aspect: Aspect, report: EvaluationReport, asked: string, isWhole: boolean): string {
  const { title, lines, none } = SECTIONS[aspect];
  const said = lines(report, asked);
  if (said.length === 0) return isWhole ? '' : `**${title}.** ${none}`;
  return said.length === 1
    ? `**${title}.** ${said[0]}`
    : `**${title}**\n\n${said.map((line) => `- ${line}`).join('\n')}`;
}

function stateOf({ status, progress_percent, completed_at, provisional }: EvaluationReport): string {
  const state =
    status === 'completed' || completed_at != null
      ? `${status} on ${completed_at?.slice(0, 10) ?? 'an unknown day'}`
      : `${status} at ${progress_percent} %`;
  return provisional ? `${state}, provisional` : state;
}

function why({ error_message, stop_reason }: EvaluationReport): string {
  if (error_message) return `: ${plain(error_message)}`;
  return stop_reason === undefined ? '' : `: it was stopped (${stop_reason})`;
}

/** Of several scenarios each line says which one it is about. */
function eachVerdict(
  { verdict = [] }: EvaluationReport,
  said: (verdict: Verdicts[number]) => readonly string[],
): string[] {
  return verdict.flatMap((one) =>
    said(one).map((line) => (verdict.length > 1 ? `For ${named(one.scenario_label)}: ${line}` : line)),
  );
}

function answers(report: EvaluationReport): string[] {
  return report.answer === null ? [] : [plain(report.answer)];
}

/** Of those that were asked for by name, whatever became of them; else of every candidate that was rejected. */
function rejections(report: EvaluationReport, asked: string): string[] {
  const { verdict = [], target_results = [] } = report;
  const labels = candidatesIn(asked, target_results);
  const isAsked = ({ label }: { label: string }) => labels.size === 0 || labels.has(label);
  const rejected = eachVerdict(report, (one) =>
    one.rejected.filter(isAsked).map(({ label, reasons }) => because(label, 'was rejected', reasons)),
  );
  const others = eachVerdict(report, (one) => [
    ...one.needs_data
      .filter(({ label }) => labels.has(label))
      .map(({ label, reasons }) => because(label, 'was not rejected: it lacks data', reasons)),
    ...one.eligible
      .filter((label) => labels.has(label))
      .map((label) => `${named(label)} was not rejected: it meets every requirement.`),
  ]);
  const all = [...rejected, ...others];
  if (all.length > 0 || verdict.length > 0 || labels.size === 0) return all;
  return [...labels].map(
    (label) => `${named(label)} was not rejected: no scenario is among the targets, so there are no limits.`,
  );
}

const candidatesIn = (asked: string, results: readonly { target_label: string }[]) =>
  new Set(
    meantIn(
      asked,
      results.map(({ target_label }) => target_label),
    ),
  );

function because(label: string, what: string, reasons: readonly string[]): string {
  return `${named(label)} ${what}. ${reasons.map((reason) => ended(plain(reason))).join(' ')}`.trim();
}

const ended = (sentence: string) => (/[.!?…]$/u.test(sentence) ? sentence : `${sentence}.`);

/** Each limit with what was observed, of those that were asked for by name, else of all. */
function limits({ requirements = [], target_results = [] }: EvaluationReport, asked: string): string[] {
  const labels = candidatesIn(asked, target_results);
  const wanted = requirements.filter(({ target_label: label }) => labels.size === 0 || labels.has(label));
  const lines = wanted.map(({ target_label, says, status, reason }) =>
    ended(`${named(target_label)}, ${plain(says)}: ${status}, ${plain(reason)}`),
  );
  const left = lines.length - MOST_ROWS;
  return left > 0 ? [...lines.slice(0, MOST_ROWS), `and ${count(left)} more`] : lines;
}

/** How firm each verdict is, and the comparisons of scores with what it says to take; all of them without a verdict. */
function firmness(report: EvaluationReport): string[] {
  const { verdict = [] } = report;
  const firsts = verdict.flatMap((one) => firstOf(one) ?? []);
  const isOfFirst = ({ target_a, target_b }: { target_a: string; target_b: string }) =>
    firsts.length === 0 || firsts.includes(target_a) || firsts.includes(target_b);
  const stated = eachVerdict(report, ({ firmness: said }) => (said ? [plain(said)] : []));
  const compared = scored(report).filter(isOfFirst);
  return [...stated, ...compared.map(({ sentence }) => plain(sentence))].slice(0, MOST_ROWS);
}

/** Comparisons of scores: what is measured over questions, with a test. */
function scored({ comparisons = [] }: EvaluationReport) {
  return comparisons.filter(({ p_value, family_size }) => p_value !== null || family_size > 0);
}

function changes(report: EvaluationReport): string[] {
  const stated = eachVerdict(report, ({ change, nearest_misses, rejected }) => [
    ...(change ? [plain(change)] : []),
    ...nearest_misses.flatMap(({ label, fixes }) =>
      fixes.length === 0 || !rejected.some((one) => one.label === label)
        ? []
        : [`${named(label)} would need: ${fixes.map(plain).join('; ')}.`],
    ),
  ]);
  const needed = scored(report).flatMap(({ winner, n_needed, target_a, target_b, metric }) =>
    winner === 'undecided' && n_needed !== null
      ? [
          `About ${plural(n_needed, 'item')} would decide between ${named(target_a)} and ${named(target_b)} on ${plain(metric)}.`,
        ]
      : [],
  );
  return [...stated, ...needed];
}

function openPoints(report: EvaluationReport): string[] {
  const open = scored(report).filter(({ winner }) => winner === 'undecided' || winner === 'tie');
  const all = [...open.map(({ sentence }) => plain(sentence)), ...missingIn(report)];
  return all.length > MOST_ROWS
    ? [...all.slice(0, MOST_ROWS), `and ${count(all.length - MOST_ROWS)} more`]
    : all;
}

function costs({ cost }: EvaluationReport): string[] {
  if (!cost || cost.usd === null) return [];
  const open =
    cost.unknown_calls > 0 ? ` The cost of ${plural(cost.unknown_calls, 'call')} is not known.` : '';
  const judges = cost.judge_usd == null ? '' : ` Judges cost ${usd(cost.judge_usd)} more.`;
  return [`The candidates’ calls cost ${usd(cost.usd)}.${judges}${open}`];
}

/** Every score with its interval, as the results have them. */
function scores(report: EvaluationReport): string {
  const { intervals = [] } = report;
  if (intervals.length === 0) return '';
  const rows = intervals.slice(0, MOST_ROWS).map(({ target_label, benchmark, n }, at) => {
    const score = renderFigure(report, `/intervals/${at}/score`) ?? 'not measured';
    return `| ${plain(target_label)} | ${plain(benchmark)} | ${score} | ${count(n)} |`;
  });
  const left = intervals.length - rows.length;
  const more = left > 0 ? [`| and ${count(left)} more | | | |`] : [];
  const head = ['| candidate | benchmark | score [interval] | items |', '| --- | --- | --- | --- |'];
  return [...head, ...rows, ...more].join('\n');
}

/** The lists of a report that an answer on an aspect rests on. */
const RESTS_ON: Readonly<Record<Aspect, readonly string[]>> = {
  winner: ['verdict', 'intervals', 'coverage'],
  rejected: ['verdict', 'target_results'],
  limits: ['requirements'],
  firm: ['verdict', 'comparisons', 'intervals'],
  change: ['verdict', 'comparisons'],
  undecided: ['comparisons', 'requirements'],
  cost: [],
};

/** Of a long report the tool left something out: said where this answer rests on it, or shows a text that was cut. */
function cut({ warnings = [] }: EvaluationReport, aspects: readonly Aspect[], said: string): string[] {
  const lists = new Set(aspects.flatMap((aspect) => RESTS_ON[aspect]));
  const cutLists = warnings.flatMap((warning) => /^(\w+)(?:\.\w+)* has the first /.exec(warning)?.[1] ?? []);
  return cutLists.some((list) => lists.has(list)) || said.includes('… (cut; ')
    ? ['These results are long, so not every detail was read for this answer; their page has all.']
    : [];
}

import {
  graderFitLines,
  isWorseThanBaseline,
  type Report,
  requirementSentence,
  toReport,
  unansweredSentences,
} from '@touchstone/report';
import {
  count,
  formatRange,
  formatWithRange,
  notMeasuredSentence,
  percent,
  stoppedSentence,
} from '@touchstone/report/figures';
import { silentJudgeSentences } from '../plan/silent-judges.ts';
import { mergeWarnings } from './all-warnings.ts';
import type { ExportInput } from './export-input.ts';
import { escapeMarkup } from './markup.ts';

type Comparison = Report['comparisons'][number];
type NoWorse = NonNullable<Report['noWorse']>;
type Coverage = Report['coverage'][number];
type Score = Report['intervals'][number];
type Requirement = Report['scenarios'][number]['requirements'][number];
type Results = NonNullable<ExportInput['evaluation']['results']>;

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

interface Case {
  readonly name: string;
  readonly says: string;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
}

/**
 * Writes JUnit XML for CI systems: a suite for each benchmark, with a test case for each score and each comparison.
 *
 * - A target that is worse than the baseline is a failure; an undecided comparison is skipped; a target that has no
 *   score or was stopped is an error.
 * - Each scenario is a suite of its requirements: a missed one is a failure; an inconclusive or unknown one is
 *   skipped, with the reason.
 * - Provisional results are an error.
 * - With the question `no_worse`, its outcomes are a suite and replace the comparisons.
 * - Warnings, and responses that a grader may misread, are the output of the first suite.
 */
export async function* createJunitExport({ evaluation, baseline }: ExportInput): AsyncGenerator<string> {
  const { results, name } = evaluation;
  const found =
    results === null
      ? [{ name, cases: [unfinishedCase(evaluation.status)] }]
      : [...provisionalCase(evaluation), ...suitesOf(results, baseline)];
  const warnings = [...mergeWarnings(evaluation), ...graderFitLines(results ?? {})];
  // Load without a scenario has no suite, and readers of JUnit ignore output outside suites.
  const suites = found.length === 0 && warnings.length > 0 ? [{ name, cases: [] }] : found;
  const all = suites.flatMap(({ cases }) => cases);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeMarkup(name)}"${counts(all)}>\n`;
  for (const [i, suite] of suites.entries()) {
    yield `  <testsuite name="${escapeMarkup(suite.name)}"${counts(suite.cases)}>\n`;
    for (const one of suite.cases) yield testcase(suite.name, one);
    if (i === 0 && warnings.length > 0)
      yield `    <system-out>${escapeMarkup(['Warnings:', ...warnings].join('\n'))}</system-out>\n`;
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

/** Provisional results are one error: scores alone would look like a run without failures. */
function provisionalCase({ name, status, results }: ExportInput['evaluation']): Suite[] {
  if (results?.provisional !== true) return [];
  const says = `The evaluation is ${status}: measurements are missing, so nothing was compared.`;
  return [{ name, cases: [{ name: 'results', says, outcome: 'error' }] }];
}

function suitesOf(results: Results, baseline: string): Suite[] {
  const { benchmarks, coverage, scenarios, noWorse, notMeasured } = toReport(results);
  return [
    ...(noWorse === null ? [] : [{ name: noWorse.section.title, cases: noWorse.marks.map(noWorseCase) }]),
    ...benchmarks.map(({ key, scores, comparisons }) => ({
      name: key,
      cases: [
        ...coverage
          .filter(({ benchmark }) => benchmark === key)
          .map((one) => scoreCase(one, scores, notMeasured.get(one.target_label), results)),
        // With the question `no_worse`, a difference within the margin is not a failure.
        ...(noWorse === null ? comparisons.map((one) => comparisonCase(one, baseline)) : []),
      ],
    })),
    ...scenarios
      .filter(({ requirements }) => requirements.length > 0)
      .map(({ label, requirements }) => ({ name: label, cases: requirements.map(requirementCase) })),
  ];
}

const NO_WORSE_OUTCOMES = { no_worse: 'passed', worse: 'failure', undecided: 'skipped' } as const;

function noWorseCase({ label, key, outcome, said }: NoWorse['marks'][number]): Case {
  return { name: `${label}: ${key}`, says: said, outcome: NO_WORSE_OUTCOMES[outcome] };
}

const REQUIREMENT_OUTCOMES = {
  pass: 'passed',
  fail: 'failure',
  inconclusive: 'skipped',
  unknown: 'skipped',
} as const;

function requirementCase(one: Requirement): Case {
  const { target_label, requirement, status } = one;
  const outcome = REQUIREMENT_OUTCOMES[status];
  return { name: `${target_label}: ${requirement}`, says: requirementSentence(one), outcome };
}

function unfinishedCase(status: string): Case {
  return { name: 'results', says: `The evaluation is ${status} and has no results.`, outcome: 'error' };
}

function scoreCase(
  { target_label, benchmark, scored, unscored, units }: Coverage,
  scores: readonly Score[],
  whyNotMeasured: string | undefined,
  results: Results,
): Case {
  const found = scores.find((one) => one.target_label === target_label);
  const name = `${target_label}: score`;
  const of = `${count(scored)} of ${count(units)} questions scored`;
  const unanswered = unansweredSentences(results, target_label, benchmark);
  const failing = (...said: readonly string[]): Case => ({
    ...{ name, outcome: 'error' },
    says: [...said, ...unanswered].join(' '),
  });
  if (whyNotMeasured !== undefined)
    return failing(notMeasuredSentence(target_label, { reason: whyNotMeasured }));
  if (!found || found.score === null)
    return failing(`No score: ${of}.`, ...(unscored > 0 ? silentJudgeSentences(results) : []));
  const { score, ci_low, ci_high, score_if_missing_wrong: lowest, score_if_missing_right: highest } = found;
  const missing = formatRange(percent, lowest ?? null, highest ?? null);
  const bounds = missing === null ? '' : `; from ${missing} with missing scores`;
  const said = `Score ${formatWithRange(percent, score, ci_low, ci_high)}, ${of}${bounds}.`;
  const stop = results.stopped?.find((one) => one.target_label === target_label);
  if (stop !== undefined) return failing(stoppedSentence(target_label, stop), said);
  return { name, says: [said, ...unanswered].join(' '), outcome: 'passed' };
}

function comparisonCase(one: Comparison, baseline: string): Case {
  const { target_a, target_b, winner, sentence } = one;
  const name = `${target_a} against ${target_b}`;
  if (winner === 'undecided') return { name, says: sentence, outcome: 'skipped' };
  return { name, says: sentence, outcome: isWorseThanBaseline(one, baseline) ? 'failure' : 'passed' };
}

function counts(cases: readonly Case[]): string {
  const of = (outcome: Case['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return ` tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function testcase(suite: string, { name, says, outcome }: Case): string {
  const open = `    <testcase classname="${escapeMarkup(suite)}" name="${escapeMarkup(name)}">`;
  const said = escapeMarkup(says);
  const inside =
    outcome === 'passed' ? `<system-out>${said}</system-out>` : `<${outcome} message="${said}"/>`;
  return `${open}${inside}</testcase>\n`;
}

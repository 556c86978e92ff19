import type { Comparison, Coverage, Results } from '../schemas/result-schemas.ts';
import type { ExportInput } from './export-input.ts';
import { escaped } from './markup.ts';

type Requirement = NonNullable<Results['requirements']>[number];

interface Case {
  readonly name: string;
  readonly says: string;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
}

/**
 * A suite a benchmark, a case a score and a comparison, as CI systems read it. A candidate that is worse than the
 * baseline fails; an undecided comparison is skipped; a target without a score is an error. A scenario is a suite of its
 * requirements: a failed one is a failure, one that is inconclusive or unknown is skipped with the reason.
 */
export async function* createJunitExport({ evaluation, baseline }: ExportInput): AsyncGenerator<string> {
  const { results, name } = evaluation;
  const suites = results === null ? [] : suitesOf(results, baseline);
  if (results === null) suites.push({ name, cases: [unfinished(evaluation.status)] });
  const all = suites.flatMap(({ cases }) => cases);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(name)}"${counts(all)}>\n`;
  for (const suite of suites) {
    yield `  <testsuite name="${escaped(suite.name)}"${counts(suite.cases)}>\n`;
    for (const one of suite.cases) yield testcase(suite.name, one);
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function suitesOf(results: Results, baseline: string): { name: string; cases: Case[] }[] {
  const keys = [...new Set(results.intervals.map(({ benchmark }) => benchmark))];
  const ofBenchmarks = keys.map((name) => ({
    name,
    cases: [
      ...results.coverage.filter(({ benchmark }) => benchmark === name).map((one) => scoreCase(one, results)),
      ...results.comparisons
        .filter(({ metric }) => metric === name)
        .map((one) => comparisonCase(one, baseline)),
    ],
  }));
  return [...ofBenchmarks, ...scenarioSuites(results)];
}

function scenarioSuites({ requirements = [] }: Results): { name: string; cases: Case[] }[] {
  const byScenario = Map.groupBy(requirements, ({ scenario_label }) => scenario_label);
  return [...byScenario].map(([name, own]) => ({ name, cases: own.map(requirementCase) }));
}

const REQUIREMENT_OUTCOMES = {
  pass: 'passed',
  fail: 'failure',
  inconclusive: 'skipped',
  unknown: 'skipped',
} as const;

function requirementCase({ target_label, requirement, says, status, reason }: Requirement): Case {
  const outcome = REQUIREMENT_OUTCOMES[status];
  return { name: `${target_label}: ${requirement}`, says: `${says}: ${status}, ${reason}.`, outcome };
}

function unfinished(status: string): Case {
  return { name: 'results', says: `The evaluation is ${status} and has no results.`, outcome: 'error' };
}

function scoreCase({ target_label, benchmark, scored, units }: Coverage, { intervals }: Results): Case {
  const found = intervals.find((one) => one.target_label === target_label && one.benchmark === benchmark);
  const name = `${target_label}: score`;
  const of = `${scored} of ${units} units scored`;
  if (!found || found.score === null) return { name, says: `No score: ${of}.`, outcome: 'error' };
  const { score, ci_low, ci_high } = found;
  const range = ci_low === null || ci_high === null ? '' : ` [${ci_low}, ${ci_high}]`;
  return { name, says: `Score ${score}${range}, ${of}.`, outcome: 'passed' };
}

function comparisonCase(one: Comparison, baseline: string): Case {
  const { target_a, target_b, winner, sentence } = one;
  const name = `${target_a} against ${target_b}`;
  if (winner === 'undecided') return { name, says: sentence, outcome: 'skipped' };
  const worse = winner === baseline && (target_a === baseline || target_b === baseline);
  return { name, says: sentence, outcome: worse ? 'failure' : 'passed' };
}

function counts(cases: readonly Case[]): string {
  const of = (outcome: Case['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return ` tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function testcase(suite: string, { name, says, outcome }: Case): string {
  const open = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}">`;
  const said = escaped(says);
  const inside =
    outcome === 'passed' ? `<system-out>${said}</system-out>` : `<${outcome} message="${said}"/>`;
  return `${open}${inside}</testcase>\n`;
}

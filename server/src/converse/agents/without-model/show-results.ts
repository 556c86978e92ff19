import { count, plural, usd } from '@touchstone/report/figures';
import type { EvaluationReport } from '../../tools/tools.ts';
import { renderFigure } from '../figures/render-figure.ts';
import { escapeMarkdown, quoteName } from '../plain.ts';

/** Maximum rows of one section. */
const MAX_ROWS = 30;

/** Sections of an evaluation in display order: a title, a table head if there is one, and rows. */
const SECTIONS: readonly {
  title: string;
  columns?: readonly string[];
  rows: (report: EvaluationReport, isMeant: IsMeant) => readonly (readonly string[])[];
}[] = [
  { title: 'Answer', rows: answers },
  { title: 'Verdict', rows: verdicts },
  {
    title: 'Requirements',
    columns: ['candidate', 'requirement', 'finding', 'why'],
    rows: ({ requirements = [] }, isMeant) =>
      requirements
        .filter((one) => isMeant.scenario(one.scenario_label) && isMeant.candidate(one.target_label))
        .map(({ target_label, says, status, reason }) =>
          [target_label, says, status, reason].map(escapeMarkdown),
        ),
  },
  {
    title: 'Scores',
    columns: ['candidate', 'benchmark', 'score [interval]', 'items'],
    rows: (report, isMeant) =>
      (report.intervals ?? []).flatMap(({ target_label, benchmark, n }, at) => {
        const score = renderFigure(report, `/intervals/${at}/score`) ?? 'not measured';
        return isMeant.candidate(target_label)
          ? [[escapeMarkdown(target_label), escapeMarkdown(benchmark), score, count(n)]]
          : [];
      }),
  },
  {
    title: 'Comparisons',
    rows: ({ comparisons = [] }, isMeant) =>
      comparisons
        .filter(({ target_a, target_b }) => isMeant.candidate(target_a) || isMeant.candidate(target_b))
        .map(({ sentence }) => [escapeMarkdown(sentence)]),
  },
  { title: 'Cost of the run', rows: costs },
  { title: 'Warnings', rows: ({ warnings = [] }) => warnings.map((warning) => [escapeMarkdown(warning)]) },
];

/** Whether the question names a label; without names, every label. */
interface IsMeant {
  scenario(label: string): boolean;
  candidate(label: string): boolean;
}

/**
 * Shows the results of an evaluation in Markdown, as stored. `names` are those of scenarios and stacks; results are
 * limited to them if the evaluation compares them.
 */
export function showResults(report: EvaluationReport, names: readonly string[], page: string): string {
  const { answer, error_message: error, verdict = [], target_results = [] } = report;
  const head = `Results of ${quoteName(report.name)}, ${stateOf(report)}. [Open the evaluation](${page})`;
  if (answer === null)
    return `${head}\n\nNothing was measured in it${error ? `: ${escapeMarkdown(error)}` : '.'}\n`;
  const scenarios = verdict.map(({ scenario_label }) => scenario_label);
  const candidates = target_results.map(({ target_label }) => target_label);
  const isMeant: IsMeant = {
    scenario: namesAmong(names, scenarios),
    candidate: namesAmong(
      names,
      candidates.filter((label) => !scenarios.includes(label)),
    ),
  };
  const sections = SECTIONS.flatMap(({ title, columns, rows }) => {
    const all = rows(report, isMeant);
    if (all.length === 0) return [];
    const shown = all.slice(0, MAX_ROWS);
    const more = all.length > shown.length ? `\n\nand ${count(all.length - shown.length)} more` : '';
    return [
      `**${title}**\n\n${columns ? table([columns, columns.map(() => '---'), ...shown]) : items(shown)}${more}`,
    ];
  });
  return `${[head, ...sections].join('\n\n')}\n`;
}

function namesAmong(names: readonly string[], labels: readonly string[]): (label: string) => boolean {
  const wanted = labels.filter((label) => names.includes(label));
  return (label) => wanted.length === 0 || wanted.includes(label);
}

const table = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const items = (rows: readonly (readonly string[])[]) => rows.map(([line = '']) => `- ${line}`).join('\n');

function stateOf({ status, progress_percent, completed_at, provisional }: EvaluationReport): string {
  const state =
    completed_at == null ? `${status} at ${progress_percent} %` : `${status} on ${completed_at.slice(0, 10)}`;
  return provisional ? `${state}, provisional` : state;
}

/** The complete answer, or that of each named scenario. */
function answers({ answer, verdict = [] }: EvaluationReport, isMeant: IsMeant): string[][] {
  const meant = verdict.filter(({ scenario_label }) => isMeant.scenario(scenario_label));
  if (meant.length === verdict.length) return [[escapeMarkdown(answer ?? '')]];
  return meant.map((one) => [escapeMarkdown(one.answer ?? '')]);
}

/** Sentences that the answer already contains are not repeated. */
function verdicts({ answer, verdict = [] }: EvaluationReport, isMeant: IsMeant): string[][] {
  return verdict
    .filter(({ scenario_label }) => isMeant.scenario(scenario_label))
    .flatMap(({ scenario_label, incomplete, firmness, rejected, needs_data, change, not_known }) => {
      const because = (rows: typeof rejected, says: string) =>
        rows
          .filter(({ label }) => isMeant.candidate(label))
          .map(
            ({ label, reasons }) => `${quoteName(label)} ${says}: ${reasons.map(escapeMarkdown).join('; ')}`,
          );
      const said = [incomplete, firmness, change, not_known].filter((words) => words != null);
      const lines = [
        ...because(rejected, 'is rejected'),
        ...because(needs_data, 'lacks data'),
        ...said.filter((words) => !answer?.includes(words)).map(escapeMarkdown),
      ];
      return lines.map((line) => [verdict.length > 1 ? `For ${quoteName(scenario_label)}: ${line}` : line]);
    });
}

function costs({ cost }: EvaluationReport): string[][] {
  if (!cost || cost.usd === null) return [['It is not known.']];
  const judges = cost.judge_usd == null ? '' : ` Judges cost ${usd(cost.judge_usd)} more.`;
  const unknown =
    cost.unknown_calls > 0 ? ` The cost of ${plural(cost.unknown_calls, 'call')} is not known.` : '';
  return [[`The calls of the candidates cost ${usd(cost.usd)}.${judges}${unknown}`]];
}

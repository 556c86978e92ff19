import { score } from '@touchstone/report/figures';
import type { Evaluation } from '../../evaluate/evaluations/schemas/evaluation-schemas.ts';

/** An evaluation as a page of Markdown: the answer and its basis. */
export function markdownSummary({ name, status, progress_percent, results }: Evaluation): string {
  const head = [`# ${oneLine(name)}`, `Status: ${status}, ${progress_percent} %.`];
  if (results === null) return `${[...head, 'Nothing was measured yet.'].join('\n\n')}\n`;
  const verdicts = (results.verdict ?? []).flatMap(({ scenario_label, sentences }) => [
    `## ${oneLine(scenario_label)}`,
    sentences.join(' '),
  ]);
  const scores = results.intervals.map(({ target_label, benchmark, score, ci_low, ci_high, n }) =>
    row(target_label, benchmark, figure(score), `${figure(ci_low)} to ${figure(ci_high)}`, String(n)),
  );
  const table =
    scores.length === 0
      ? []
      : [
          '## Scores',
          [
            row('Target', 'Benchmark', 'Score', 'Interval', 'Items'),
            row(...Array(5).fill('---')),
            ...scores,
          ].join('\n'),
        ];
  const warnings = results.warnings.length === 0 ? [] : ['## Warnings', list(results.warnings)];
  return `${[...head, results.overall_summary, ...verdicts, ...table, ...warnings].join('\n\n')}\n`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const row = (...cells: string[]) =>
  `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const list = (lines: readonly string[]) => lines.map((line) => `- ${oneLine(line)}`).join('\n');
const figure = (value: number | null) => score(value, 'not known');

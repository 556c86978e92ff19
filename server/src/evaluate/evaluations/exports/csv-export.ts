import type { Cell, Column } from '../kinds/kind.ts';
import { KINDS } from '../kinds/registry.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import type { ExportInput } from './export-input.ts';
import { sampleLines } from './jsonl-export.ts';

/** Columns in reading order: the question, the answer, the call. */
const COLUMNS: Readonly<Record<string, Column[1]>> = {
  benchmark: (one) => one.benchmark,
  item: (one) => one.item,
  epoch: (one) => one.epoch,
  target_label: (one) => one.target_label,
  outcome: (one) => one.outcome,
  score: (one) => one.score,
  input: ({ input }) => input.map(({ role, content }) => `${role}: ${content}`).join('\n\n'),
  expected: ({ expected }) => (typeof expected === 'string' ? expected : JSON.stringify(expected)),
  grader: (one) => one.grader,
  answer: (one) => one.answer,
  extracted: (one) => one.extracted,
  extraction: (one) => one.extraction,
  reason: (one) => one.reason,
  message: (one) => one.message,
  reasoning: (one) => one.reasoning,
  finish_reason: (one) => one.finish_reason,
  returned_model: (one) => one.returned_model,
  input_tokens: (one) => one.input_tokens,
  output_tokens: (one) => one.output_tokens,
  cost_usd: (one) => one.cost_usd,
  latency_ms: (one) => one.latency_ms,
  attempts: (one) => one.attempts,
  unit: (one) => one.unit,
  id: (one) => one.id,
  item_hash: (one) => one.item_hash,
  created_at: (one) => one.created_at,
  compared_with: ({ pair }) => pair?.target_b ?? null,
  winner: ({ pair }) => pair?.winner ?? null,
  reference_grade: (one) => one.reference_grade ?? null,
  answer_of: (one) => one.answer_of,
  failure_outcome: ({ failure }) => failure?.outcome ?? null,
  failure_cause: ({ failure }) => failure?.cause ?? null,
  failure_scope: ({ failure }) => failure?.scope ?? null,
  request_id: ({ failure }) => failure?.request_id ?? null,
  parts: ({ parts }) => (parts === undefined ? null : partsIn(parts)),
  graded_by: ({ graded_by }) => (graded_by === undefined ? null : versionsIn(graded_by)),
};

/** `1 contains 1 passed, 2 not regex 0 failed` */
const partsIn = (parts: NonNullable<Sample['parts']>) =>
  parts
    .filter(({ score }) => score !== null)
    .map(
      ({ part, not, grader, score, passed }) =>
        `${part} ${not ? 'not ' : ''}${grader} ${score} ${passed ? 'passed' : 'failed'}`,
    )
    .join(', ');

/** `numeric 1, reader 2` */
const versionsIn = (graded_by: Readonly<Record<string, number>>) =>
  Object.entries(graded_by)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

/** Writes RFC 4180 with a header; null is an empty cell. The samples are those of the JSON Lines export. */
export async function* createCsvExport(input: ExportInput): AsyncGenerator<string> {
  const columns = [
    ...Object.entries(COLUMNS),
    ...KINDS.flatMap(({ columns }) => columns?.(input.plan) ?? []),
  ];
  yield row(columns.map(([name]) => name));
  for await (const sample of sampleLines(input)) yield row(columns.map(([, cellOf]) => cellOf(sample)));
}

const row = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * A spreadsheet runs text that begins like this as a formula (OWASP, CSV injection), even after invisible characters.
 */
const FORMULA_START = /^[\s\p{Cf}]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/u;
/**
 * Formula starts inside a text: spreadsheets that separate by semicolons or tabs ignore quotation marks and begin a
 * cell there. A list item (`- item`) is not a formula.
 */
const LATER_FORMULA = /([;\t\r\n|](?:["'\p{Cf}]|[^\S\t\r\n])*)(?=[=@\uFF1D\uFF20]|[+\-\uFF0B\uFF0D]\S)/gu;

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inside = value.replace(LATER_FORMULA, "$1'");
  const text = FORMULA_START.test(value) ? `'${inside}` : inside;
  return /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

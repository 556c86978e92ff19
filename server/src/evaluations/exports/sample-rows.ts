import { summariseLoad } from '../../traffic/traffic.ts';
import { windowIn } from '../kinds/load/stored-load.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import type { ExportInput } from './export-input.ts';

/** One sample a line, as the API gives it; a window of load with its summary in place of its requests. */
export async function* createJsonlExport({ samples }: ExportInput): AsyncGenerator<string> {
  for await (const sample of samples('all')) yield `${JSON.stringify(withoutRequests(sample))}\n`;
}

type Cell = string | number | null;

/** In the order in which they are read: what was asked, how it was answered, what the call took. */
const COLUMNS: Readonly<Record<string, (sample: Sample) => Cell>> = {
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
};

/** RFC 4180 with a header; null is an empty cell. Windows of load as in JSON Lines. */
export async function* createCsvExport({ evaluation, samples }: ExportInput): AsyncGenerator<string> {
  const columns = [...Object.entries(COLUMNS), ...criterionColumns(evaluation)];
  yield row(columns.map(([name]) => name));
  for await (const given of samples('all')) {
    const sample = withoutRequests(given);
    yield row(columns.map(([, cellOf]) => cellOf(sample)));
  }
}

/** The score of each criterion of a custom evaluation, named as in the results. */
function criterionColumns({ custom_eval }: ExportInput['evaluation']): [string, (sample: Sample) => Cell][] {
  return (custom_eval?.criteria ?? []).map(({ name }) => [
    `custom/${name}`,
    ({ criteria }) => criteria?.find(({ criterion }) => criterion === name)?.score ?? null,
  ]);
}

const row = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** A spreadsheet would run text that begins like this as a formula (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The summary of a window asks for a level; no interval is written here. */
const CONFIDENCE = 0.95;

/**
 * A window of load has every request, which is megabytes for a long one. Here its answer is a summary of them, as
 * JSON; the JSON export and the sample itself have them all. Any other sample is returned unchanged.
 */
function withoutRequests(sample: Sample): Sample {
  if (sample.outcome !== 'measured' || sample.answer === null) return sample;
  const window = windowIn(sample.answer);
  if (window === null) return sample;
  const { attempted, outcomes, windowMs, completedRps, latencyMs, ttftMs } = summariseLoad(
    [window],
    CONFIDENCE,
  );
  const percentiles = (of: typeof latencyMs) => ({
    p50: of.p50?.observed ?? null,
    p95: of.p95?.observed ?? null,
    p99: of.p99?.observed ?? null,
  });
  const summary = {
    attempted,
    outcomes,
    window_ms: windowMs,
    throughput_rps: completedRps,
    latency_ms: percentiles(latencyMs),
    ttft_ms: percentiles(ttftMs),
    contaminated: window.contaminated,
    saturated_at_ms: window.saturated_at_ms,
  };
  return { ...sample, answer: JSON.stringify(summary) };
}

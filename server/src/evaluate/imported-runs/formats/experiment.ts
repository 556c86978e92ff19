import { hashJson, isObject, parseJson } from '../../../kernel/json.ts';
import {
  BLANK_SAMPLE,
  blankRun,
  createTask,
  type ImportedRun,
  type ImportedSample,
  type MemoryLimit,
  type SentFile,
  UnreadableRun,
} from '../imported-run.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  messagesOf,
  parseAmount,
  parseScore,
  textOf,
  toExpectedText,
  toText,
} from '../read-values.ts';

// Braintrust and Langfuse export the rows of an experiment as JSON, JSON lines or CSV: input, output, expected,
// scores.

/** A row and its place in the file, for errors. */
export interface ExperimentRow {
  readonly fields: Fields;
  readonly where: string;
}

/** Whether an object is a row of an experiment: it has an input, an output, and scores. */
export const isExperimentRow = (row: unknown): row is Fields =>
  isObject(row) && 'input' in row && 'output' in row && (isObject(withParsed(row).scores) || hasScores(row));

const hasScores = (row: Fields) =>
  Array.isArray(withParsed(row).scores) || Object.keys(row).some((name) => SCORE_COLUMN.test(name));

/** The name of a CSV column of a score, such as `scores.Factuality`. */
const SCORE_COLUMN = /^scores?[./](.+)$/;

/** Reads rows of an experiment of Braintrust or Langfuse, which differ in the names of their fields. */
export function readExperiment(
  file: SentFile,
  rows: Iterable<ExperimentRow>,
  keeping: MemoryLimit,
): ImportedRun {
  const name = file.name.replace(/\.[^.]+$/, '');
  const task = createTask('experiment', keeping);
  let tool = 'braintrust';
  let model: string | null = null;
  for (const { fields: row, where } of rows) {
    const fields = withParsed(row);
    if (!isExperimentRow(fields)) throw new UnreadableRun(`${where} has no input, output and scores.`);
    // Only the root row of a trace counts; the rows below it are its parts.
    if (fields.is_root === false) continue;
    if (['datasetItemId', 'traceId', 'expectedOutput', 'totalCost'].some((key) => key in fields))
      tool = 'langfuse';
    const metadata = fieldsOf(fields.metadata);
    model ??= textOf(fields.model) ?? textOf(metadata.model);
    const content = hashJson(fields.input);
    const named = fields.datasetItemId ?? fields.dataset_record_id ?? fields.id;
    const id = textOf(toText(named)) ?? content;
    const expected = fields.expected ?? fields.expectedOutput ?? fields.expected_output;
    task.addUnnumbered(
      {
        id,
        content,
        input: messagesOf(fieldsOf(fields.input).messages ?? fields.input),
        expected: toExpectedText(expected),
      },
      toSample(fields),
    );
  }
  return {
    ...blankRun(file),
    tool,
    model: model ?? name,
    tasks: [task.end(`${file.name} has no rows of an experiment.`)],
    notes: model === null ? [`${file.name} names no model; the run is named after the file.`] : [],
  };
}

/** Parses CSV cells that contain JSON. */
function withParsed(row: Fields): Fields {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, PARSED.includes(name) ? parsed(value) : value]),
  );
}

const PARSED = ['input', 'output', 'expected', 'expectedOutput', 'scores', 'metadata', 'metrics', 'error'];

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  return parseJson(value) ?? value;
}

function toSample(fields: Fields): ImportedSample {
  const metrics = fieldsOf(fields.metrics);
  const usage = fieldsOf(fields.usage);
  const error = fields.error === null || fields.error === '' ? undefined : fields.error;
  const seconds = parseAmount(metrics.duration) ?? parseAmount(fields.latency);
  return {
    ...BLANK_SAMPLE,
    response: fields.output === null || fields.output === undefined ? null : toText(fields.output),
    scores: scoresOf(fields),
    error: error === undefined ? null : (textOf(fieldsOf(error).message) ?? toText(error)),
    inputTokens: countOf(metrics.prompt_tokens) ?? countOf(usage.input),
    outputTokens: countOf(metrics.completion_tokens) ?? countOf(usage.output),
    costUsd: parseAmount(metrics.estimated_cost) ?? parseAmount(fields.totalCost),
    latencyMs: seconds === null ? null : seconds * 1000,
  };
}

/** Scores as `{"Factuality": 0.6}`, as `[{"name": "Factuality", "value": 0.6}]`, or as one column each. */
function scoresOf(fields: Fields): Record<string, number | null> {
  const { scores } = fields;
  const all: Record<string, number | null> = {};
  if (Array.isArray(scores))
    for (const { name, value } of scores.map(fieldsOf)) all[toText(name)] = parseScore(value);
  else
    for (const [name, value] of Object.entries(fieldsOf(scores)))
      all[name] = parseScore(Array.isArray(value) ? value[0] : isObject(value) ? value.value : value);
  for (const [name, value] of Object.entries(fields)) {
    const [, score] = SCORE_COLUMN.exec(name) ?? [];
    if (score !== undefined) all[score] = parseScore(value);
  }
  return all;
}

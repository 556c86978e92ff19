import { hashJson, isObject } from '../../../kernel/json.ts';
import {
  BLANK_SAMPLE,
  blankRun,
  createTask,
  type ImportedRun,
  type Lines,
  type MemoryLimit,
  type SentFile,
  UnreadableRun,
} from '../imported-run.ts';
import {
  type Fields,
  fieldsOf,
  messagesOf,
  parseScore,
  parseToolJson,
  textOf,
  toExpectedText,
  toText,
} from '../read-values.ts';

/** Whether the first line of a file begins a log of OpenAI Evals. */
export const isOpenaiEvalsSpec = (line: unknown): line is Fields =>
  isObject(line) && isObject(line.spec) && 'completion_fns' in line.spec;

interface Events {
  prompt: unknown;
  sampled: string | null;
  expected: unknown;
  picked: string | null;
  scores: Record<string, number | null>;
  error: string | null;
}

/** Reads a log of the program `oaieval`: the specification, then one event per line. */
export function readOpenaiEvals(file: SentFile, lines: Lines, keeping: MemoryLimit): ImportedRun {
  let spec: Fields = {};
  let isComplete = false;
  const samples = new Map<string, Events>();
  for (const { line, at } of lines) {
    const record = parseToolJson(line, `${file.name}, line ${at}`);
    if (!isObject(record))
      throw new UnreadableRun(`${file.name}, line ${at} is not an event of OpenAI Evals.`);
    if (isObject(record.spec)) spec = record.spec;
    else if ('final_report' in record) isComplete = true;
    else addEvent(samples, record);
  }
  const task = createTask(textOf(spec.base_eval) ?? textOf(spec.eval_name) ?? 'eval', keeping);
  for (const [id, { prompt, sampled, expected, picked, scores, error }] of samples)
    task.add(
      {
        id,
        content: prompt === undefined ? null : hashJson(prompt),
        input: messagesOf(prompt),
        expected: toExpectedText(expected),
      },
      { ...BLANK_SAMPLE, response: sampled, extracted: picked, scores, error },
    );
  return {
    ...blankRun(file),
    tool: 'openai-evals',
    model: toText(Array.isArray(spec.completion_fns) ? spec.completion_fns[0] : 'unknown'),
    parameters: { ...fieldsOf(fieldsOf(spec.run_config).completion_fn_args) },
    tasks: [task.end(`${file.name} is a log of OpenAI Evals without samples.`, { first: ['correct'] })],
    notes: isComplete
      ? []
      : [`${file.name}: the log has no final report, so the run was interrupted and samples may be missing.`],
  };
}

function addEvent(samples: Map<string, Events>, { sample_id, type, data }: Fields): void {
  if (typeof sample_id !== 'string') return;
  const fields = fieldsOf(data);
  const own = samples.get(sample_id) ?? blank();
  samples.set(sample_id, own);
  if (type === 'sampling') {
    own.prompt ??= fields.prompt;
    own.sampled ??= textOf(Array.isArray(fields.sampled) ? fields.sampled[0] : fields.sampled);
  } else if (type === 'match') {
    own.scores.correct = parseScore(fields.correct);
    own.expected = fields.expected ?? own.expected;
    own.picked = textOf(fields.picked) ?? own.picked;
    own.sampled ??= textOf(fields.sampled);
  } else if (type === 'metrics') {
    for (const [name, value] of Object.entries(fields)) {
      const score = parseScore(value);
      if (score !== null) own.scores[name] = score;
    }
  } else if (type === 'error') own.error = textOf(fields.message) ?? textOf(fields.error) ?? toText(data);
}

const blank = (): Events => ({
  prompt: undefined,
  sampled: null,
  expected: undefined,
  picked: null,
  scores: {},
  error: null,
});

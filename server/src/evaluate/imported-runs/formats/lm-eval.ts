import { joinNames } from '@touchstone/report/figures';
import { hashJson, isObject } from '../../../kernel/json.ts';
import {
  BLANK_SAMPLE,
  createTask,
  type ImportedMessage,
  type ImportedRun,
  type ImportedTask,
  type Lines,
  type MemoryLimit,
  type SentFile,
  UnreadableRun,
} from '../imported-run.ts';
import {
  type Fields,
  fieldsOf,
  parseScore,
  parseToolJson,
  promptMessages,
  textOf,
  toExpectedText,
  toText,
} from '../read-values.ts';

/** The task in a file name: `samples_gsm8k_2026-11-28T09-00-00.123456.jsonl` → `gsm8k`. */
const SAMPLES_NAME = /^(?:.*\/)?samples_(.+?)(?:_\d{4}-\d\d-\d\dT[\d.:-]+)?\.jsonl$/;

/** Whether a JSON document is what lm-evaluation-harness writes as `results_….json`. */
export const isLmEvalResults = (document: unknown): document is Fields =>
  isObject(document) && isObject(document.results) && isObject(document.configs) && 'n-shot' in document;

/** Whether a line comes from the `samples_….jsonl` of lm-evaluation-harness. */
export const isLmEvalSample = (line: unknown): line is Fields =>
  isObject(line) && 'doc_id' in line && 'filtered_resps' in line;

/** Reads the results, if the file was sent, and the samples of each task. */
export function readLmEval(
  results: { file: SentFile; document: Fields } | null,
  samples: readonly { file: SentFile; lines: () => Lines }[],
  keeping: MemoryLimit,
): ImportedRun {
  const document = results?.document ?? {};
  if (samples.length === 0)
    throw new UnreadableRun(
      'These are results of lm-evaluation-harness without samples, which a paired comparison needs. Run it with --log_samples, and include its samples_….jsonl files.',
    );
  const tasks = samples.map(({ file, lines }) => readTask(file, lines(), document, keeping));
  const supposed = supposedHigher(tasks, document);
  const config = fieldsOf(document.config);
  const files = [...(results === null ? [] : [results.file]), ...samples.map(({ file }) => file)];
  return {
    tool: 'lm-evaluation-harness',
    toolVersion: textOf(document.lm_eval_version),
    model: modelOf(document) ?? 'unknown',
    variant: null,
    parameters: Object.fromEntries(
      ['model', 'model_args', 'limit', 'gen_kwargs', 'random_seed', 'batch_size']
        .filter((name) => config[name] !== null && config[name] !== undefined)
        .map((name) => [name, config[name]]),
    ),
    files: files.map(({ name, sha256 }) => ({ name, sha256 })),
    tasks,
    notes: [
      ...(results === null
        ? [`${files[0]?.name}: no results_….json was included, so the model is unknown.`]
        : []),
      ...(supposed.length === 0
        ? []
        : [
            `${files[0]?.name}: no results state whether higher or lower values of ${joinNames(supposed, 5)} are better; higher is assumed.`,
          ]),
    ],
  };
}

/** Metrics of which lower is better, for samples whose results do not state it. */
const USUALLY_LOWER: readonly string[] = [
  'bits_per_byte',
  'brier_score',
  'byte_perplexity',
  'cer',
  'ece',
  'likelihood_diff',
  'loss',
  'mae',
  'mse',
  'pct_stereotype',
  'perplexity',
  'rmse',
  'ter',
  'wer',
  'word_perplexity',
];

/** The name of a metric in the results; the name of a score also contains the filter of the responses. */
const metricOf = (score: string) => score.split(',')[0] as string;

/** Whether more is better, by metric of a task, as the results state. */
const directionsOf = (document: Fields, task: string) => fieldsOf(fieldsOf(document.higher_is_better)[task]);

function isLowerBetter(score: string, directions: Fields): boolean {
  const stated = directions[metricOf(score)];
  return typeof stated === 'boolean' ? !stated : USUALLY_LOWER.includes(metricOf(score));
}

/** The metrics for which more is assumed to be better, because nothing states it. */
function supposedHigher(tasks: readonly ImportedTask[], document: Fields): string[] {
  const supposed = tasks.flatMap(({ name, scores, lowerIsBetter }) =>
    scores
      .filter((score) => !lowerIsBetter.includes(score))
      .map(metricOf)
      .filter((metric) => typeof directionsOf(document, name)[metric] !== 'boolean'),
  );
  return [...new Set(supposed)];
}

function modelOf({ model_name, config }: Fields): string | null {
  const { model, model_args } = fieldsOf(config);
  const named = isObject(model_args) ? (model_args.pretrained ?? model_args.model) : null;
  return textOf(model_name) ?? textOf(named) ?? textOf(model);
}

function readTask(file: SentFile, lines: Lines, document: Fields, keeping: MemoryLimit) {
  const [, name = file.name] = SAMPLES_NAME.exec(file.name) ?? [];
  const task = createTask(name, keeping);
  // A document has one line for each filter of its responses.
  const documents = new Map<string, { line: Fields; scores: Record<string, number | null> }>();
  for (const { line, at } of lines) {
    const where = `${file.name}, line ${at}`;
    const parsed = parseToolJson(line, where);
    if (!isLmEvalSample(parsed))
      throw new UnreadableRun(`${where} is not a sample of lm-evaluation-harness: it has no doc_id.`);
    const id = toText(parsed.doc_id);
    const known = documents.get(id) ?? { line: parsed, scores: {} };
    documents.set(id, known);
    Object.assign(known.scores, scoresOf(parsed, where));
  }
  for (const [id, { line, scores }] of documents) {
    const response = firstResponse(line);
    task.add(
      {
        id,
        content: textOf(line.doc_hash) ?? hashJson(line.doc),
        input: promptOf(line),
        expected: toExpectedText(line.target),
      },
      { ...BLANK_SAMPLE, response, scores, extracted: extractedOf(line) },
    );
  }
  const directions = directionsOf(document, name);
  return task.end(`${file.name} has no samples.`, {
    version: textOf(toText(fieldsOf(document.versions)[name])),
    isLowerBetter: (score) => isLowerBetter(score, directions),
  });
}

/** Each metric of the line, named as in the results: `acc`, or `exact_match,strict-match` for a filter. */
function scoresOf(line: Fields, where: string): Record<string, number | null> {
  if (!Array.isArray(line.metrics))
    throw new UnreadableRun(`${where} names no metrics: it was written by a version before 0.4.5.`);
  const filter = textOf(line.filter) ?? 'none';
  return Object.fromEntries(
    line.metrics.map((metric) => [
      filter === 'none' ? toText(metric) : `${toText(metric)},${filter}`,
      parseScore(line[toText(metric)]),
    ]),
  );
}

/** The prompt in `{"gen_args_0": {"arg_0": "the prompt", …}}`, or in early versions `[["the prompt", …]]`. */
function promptOf({ arguments: given }: Fields): ImportedMessage[] {
  const [first] = isObject(given) ? Object.values(given) : Array.isArray(given) ? given : [];
  const [prompt] = isObject(first) ? Object.values(first) : Array.isArray(first) ? first : [first];
  return promptMessages(prompt);
}

/** The text of a generation; likelihoods are returned as JSON. */
function firstResponse({ resps }: Fields): string | null {
  if (!Array.isArray(resps) || resps.length === 0) return null;
  const [first] = Array.isArray(resps[0]) ? resps[0] : [resps[0]];
  return resps.length === 1 && typeof first === 'string' ? first : JSON.stringify(resps);
}

function extractedOf({
  filtered_resps: [first] = [],
}: { filtered_resps?: unknown[] } & Fields): string | null {
  return textOf(first);
}

import { hashJson, isObject } from '../../../kernel/json.ts';
import {
  BLANK_SAMPLE,
  blankRun,
  createTask,
  type ImportedRun,
  type ImportedSample,
  type Lines,
  type MemoryLimit,
  type SentFile,
  UnreadableRun,
} from '../imported-run.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  finishReasonOf,
  parseAmount,
  parseScore,
  parseToolJson,
  promptMessages,
  textOf,
  toText,
} from '../read-values.ts';

/** Whether a JSON document was written by `promptfoo eval --output results.json`. */
export const isPromptfooResults = (document: unknown): document is Fields =>
  isObject(document) && Array.isArray(fieldsOf(document.results).results);

/** Reads its outcomes; each combination of provider and prompt is a run. */
export function readPromptfoo(document: Fields, file: SentFile, keeping: MemoryLimit): ImportedRun[] {
  const results = fieldsOf(document.results).results as unknown[];
  const { description } = fieldsOf(document.config);
  const name = textOf(description) ?? 'promptfoo';
  const runs = new Map<string, { model: string; prompt: string; task: ReturnType<typeof createTask> }>();
  for (const [i, result] of results.entries()) {
    const one = fieldsOf(result);
    const where = `${file.name}, result ${i + 1}`;
    const model = modelOf(one);
    if (model === null) throw new UnreadableRun(`${where} names no provider.`);
    const prompt = textOf(fieldsOf(one.prompt).label) ?? textOf(fieldsOf(one.prompt).raw) ?? '';
    const key = JSON.stringify([model, prompt]);
    const run = runs.get(key) ?? { model, prompt, task: createTask(name, keeping) };
    runs.set(key, run);
    const content = contentOf(one);
    // A repeated test has the same content, but its own place.
    run.task.addUnnumbered(
      {
        id: content,
        content,
        input: promptMessages(fieldsOf(one.prompt).raw),
        expected: expectedOf(one),
      },
      toSample(one),
    );
  }
  if (runs.size === 0) throw new UnreadableRun(`${file.name} has no results.`);
  const severalPrompts = new Set([...runs.values()].map(({ prompt }) => prompt)).size > 1;
  const version = textOf(fieldsOf(document.metadata).promptfooVersion);
  return [...runs.values()].map(({ model, prompt, task }) => ({
    ...blankRun(file),
    tool: 'promptfoo',
    toolVersion: version,
    model,
    variant: severalPrompts ? prompt : null,
    tasks: [task.end(`${file.name} has no results.`, { first: ['pass', 'score'] })],
  }));
}

const modelOf = ({ provider }: Fields) =>
  textOf(provider) ?? textOf(fieldsOf(provider).label) ?? textOf(fieldsOf(provider).id);

/** The content that identifies a test: its variables and assertions. */
function contentOf({ vars, testCase }: Fields): string {
  const { vars: own, assert } = fieldsOf(testCase);
  return hashJson([vars ?? own ?? {}, assert ?? []]);
}

/** The values in its assertions. */
function expectedOf({ testCase }: Fields): string[] {
  const { assert } = fieldsOf(testCase);
  if (!Array.isArray(assert)) return [];
  return assert.map(fieldsOf).flatMap(({ value }) => (value === undefined ? [] : [toText(value)]));
}

/** The `failureReason` of a result that is an error and not a failed assertion. */
const ERROR = 2;

function toSample(result: Fields): ImportedSample {
  const response = fieldsOf(result.response);
  const usage = fieldsOf(response.tokenUsage);
  const isCached = response.cached === true || (parseAmount(usage.cached) ?? 0) > 0;
  const failed = result.failureReason === ERROR || (result.failureReason === undefined && isUngraded(result));
  return {
    ...BLANK_SAMPLE,
    response: response.output === undefined ? null : toText(response.output),
    scores: failed
      ? {}
      : {
          pass: parseScore(result.success),
          score: parseScore(result.score),
          ...Object.fromEntries(
            Object.entries(fieldsOf(result.namedScores)).map(([name, value]) => [name, parseScore(value)]),
          ),
        },
    error: failed ? (textOf(result.error) ?? textOf(response.error) ?? 'The log names no reason.') : null,
    finishReason: finishReasonOf(response.finishReason),
    inputTokens: isCached ? null : countOf(usage.prompt),
    outputTokens: isCached ? null : countOf(usage.completion),
    costUsd: isCached ? null : parseAmount(response.cost),
    latencyMs: isCached ? null : parseAmount(result.latencyMs),
  };
}

const isUngraded = ({ gradingResult, error }: Fields) => !isObject(gradingResult) && textOf(error) !== null;

/** Whether a line was written by `promptfoo eval --output results.jsonl`, with one result per line. */
export const isPromptfooResult = (line: unknown): line is Fields =>
  isObject(line) && 'promptIdx' in line && 'testIdx' in line && 'provider' in line;

export function readPromptfooLines(file: SentFile, lines: Lines, keeping: MemoryLimit): ImportedRun[] {
  const results: Fields[] = [];
  for (const { line, at } of lines) {
    const parsed = parseToolJson(line, `${file.name}, line ${at}`);
    if (!isPromptfooResult(parsed))
      throw new UnreadableRun(`${file.name}, line ${at} is not a result of promptfoo.`);
    results.push(parsed);
  }
  return readPromptfoo({ results: { results } }, file, keeping);
}

import { hashJson, isObject } from '../../../kernel/json.ts';
import { openZip, type Zip } from '../../../knowledge/reading/archives/zip.ts';
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
  contentText,
  countOf,
  type Fields,
  fieldsOf,
  finishReasonOf,
  messagesOf,
  parseAmount,
  parseScore,
  parseToolJson,
  textOf,
  toExpectedText,
  toText,
} from '../read-values.ts';

/** Maximum size of a sample with its events and pictures, of which little is kept. */
const MOST_SAMPLE_BYTES = 128 * 1024 ** 2;
const HEADER = 'header.json';
/** The only header of a log whose run was killed. */
const START = '_journal/start.json';

/** Reads a log of Inspect as an archive (`.eval`): a header, and a member for each sample. */
export async function readInspectArchive(file: SentFile, keeping: MemoryLimit): Promise<ImportedRun> {
  const zip = openZip(file.bytes, { called: 'The archive', Unreadable: UnreadableRun });
  const head = [HEADER, START].find((name) => zip.names.includes(name));
  if (head === undefined)
    throw new UnreadableRun('The archive is not a log of Inspect: it has no header.json.');
  const header = fieldsOf(await readPart(zip, head));
  const log = createLog(header, file, keeping);
  for (const name of zip.names)
    if (/^samples\/.+\.json$/.test(name)) log.add(fieldsOf(await readPart(zip, name)), name);
  return log.end();
}

async function readPart(zip: Zip, name: string): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of zip.read(name, MOST_SAMPLE_BYTES) ?? []) pieces.push(piece);
  return parseToolJson(Buffer.concat(pieces).toString('utf8'), `Its part ${name}`);
}

/** Whether a JSON document is a log of Inspect. */
export const isInspectLog = (document: unknown): document is Fields =>
  isObject(document) && isObject(document.eval) && 'task' in document.eval && 'model' in document.eval;

/** Reads a log of Inspect as one JSON document. */
export function readInspectLog(document: Fields, file: SentFile, keeping: MemoryLimit): ImportedRun {
  const log = createLog(document, file, keeping);
  const samples = Array.isArray(document.samples) ? document.samples : [];
  for (const [i, sample] of samples.entries()) log.add(fieldsOf(sample), `sample ${i + 1}`);
  return log.end();
}

function createLog(header: Fields, file: SentFile, keeping: MemoryLimit) {
  const spec = fieldsOf(header.eval);
  const name = textOf(spec.task) ?? 'task';
  const task = createTask(name, keeping);
  const dataset = fieldsOf(spec.dataset);
  const packages = fieldsOf(spec.packages);
  return {
    add(sample: Fields, where: string): void {
      if (!('id' in sample))
        throw new UnreadableRun(`Its ${where} is not a sample of Inspect: it has no id.`);
      const resolve = attachmentsOf(sample);
      const input = messagesOf(resolve(sample.input));
      const choices = Array.isArray(sample.choices) ? sample.choices.map(toText) : [];
      task.add(
        {
          id: toText(sample.id),
          content: hashJson([input.map(({ role, content }) => [role, content]), choices.toSorted()]),
          input,
          expected: toExpectedText(sample.target),
        },
        toSample(sample, resolve),
      );
    },
    end(): ImportedRun {
      const ids = Array.isArray(dataset.sample_ids) ? dataset.sample_ids : [];
      const isComplete = header.status === 'success';
      if (!isComplete) for (const id of limited(ids, fieldsOf(spec.config))) task.addPending(toText(id));
      const first = scorersOf(header);
      const version = textOf(toText(spec.task_version));
      return {
        ...blankRun(file),
        tool: 'inspect_ai',
        toolVersion: textOf(packages.inspect_ai),
        model: textOf(spec.model) ?? 'unknown',
        parameters: {
          ...fieldsOf(spec.model_generate_config),
          ...(isObject(spec.task_args) &&
            Object.keys(spec.task_args).length > 0 && { task_args: spec.task_args }),
        },
        tasks: [task.end('The log of Inspect has no samples.', { version, first })],
        notes: isComplete
          ? []
          : [
              `${file.name}: the run ended as ${toText(header.status) || 'interrupted'}, so items may be missing.`,
            ],
      };
    },
  };
}

/** The ids that the run was to send: only the first ones if it had a limit. */
function limited(ids: readonly unknown[], { limit }: Fields): readonly unknown[] {
  if (typeof limit === 'number') return ids.slice(0, limit);
  return Array.isArray(limit) ? ids.slice(Number(limit[0]), Number(limit[1])) : ids;
}

/** The names of scores in the order in which the log reports them. */
function scorersOf(header: Fields): string[] {
  const { scores } = fieldsOf(header.results);
  if (!Array.isArray(scores)) return [];
  return scores.flatMap((score) => {
    const { name, scorer } = fieldsOf(score);
    return [toText(name), `${toText(scorer)}/${toText(name)}`];
  });
}

function toSample(sample: Fields, resolve: (value: unknown) => unknown): ImportedSample {
  const output = fieldsOf(sample.output);
  const [choice] = Array.isArray(output.choices) ? output.choices.map(fieldsOf) : [];
  const content = fieldsOf(choice?.message).content;
  const usage = usageOf(sample);
  const error = fieldsOf(sample.error);
  const message = textOf(error.message) ?? (sample.error ? toText(sample.error) : null);
  return {
    ...BLANK_SAMPLE,
    epoch: Math.max(1, countOf(sample.epoch) ?? 1) - 1,
    response: choice === undefined ? null : contentText(resolve(content)),
    ...scoresOf(sample),
    error: message,
    finishReason: finishReasonOf(choice?.stop_reason),
    ...usage,
    latencyMs: callsOf(sample) === 1 ? toMs(output.time) : null,
  };
}

/** The value of each scorer; if a scorer gave several, each by its name. */
function scoresOf({ scores }: Fields): Pick<ImportedSample, 'scores' | 'extracted'> {
  const all: Record<string, number | null> = {};
  let extracted: string | null = null;
  for (const [name, score] of Object.entries(fieldsOf(scores))) {
    const { value, answer } = fieldsOf(score);
    extracted ??= textOf(answer);
    if (isObject(value))
      for (const [part, own] of Object.entries(value)) all[`${name}/${part}`] = parseScore(own);
    else all[name] = parseScore(value);
  }
  return { scores: all, extracted };
}

/** Tokens of all models that the sample called. */
function usageOf({ model_usage }: Fields) {
  const all = Object.values(fieldsOf(model_usage)).map(fieldsOf);
  const sum = (name: string, read = countOf) => {
    const counts = all.map((usage) => read(usage[name]));
    return all.length === 0 || counts.includes(null)
      ? null
      : counts.reduce((a: number, b) => a + (b ?? 0), 0);
  };
  return {
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    cachedTokens: sum('input_tokens_cache_read'),
    costUsd: sum('total_cost', parseAmount),
  };
}

const callsOf = ({ messages }: Fields) =>
  Array.isArray(messages) ? messages.filter((one) => fieldsOf(one).role === 'assistant').length : 0;

const toMs = (seconds: unknown) => {
  const amount = parseAmount(seconds);
  return amount === null ? null : amount * 1000;
};

const ATTACHMENT = /^attachment:\/\/(\w+)$/;

/** Replaces references to attachments, which Inspect stores beside the sample, by their texts. */
function attachmentsOf({ attachments }: Fields): (value: unknown) => unknown {
  const texts = fieldsOf(attachments);
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, name] = ATTACHMENT.exec(value) ?? [];
      return name === undefined ? value : (texts[name] ?? value);
    }
    if (Array.isArray(value)) return value.map(resolve);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  };
  return Object.keys(texts).length === 0 ? (value) => value : resolve;
}

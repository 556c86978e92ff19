import { basename, extname } from 'node:path';
import { isObject, parseJson } from '../../../../kernel/json.ts';
import { UsageError } from '../../terminal/arguments.ts';
import { readText } from '../../terminal/read-file.ts';
import { createNotices, type DatasetRow, type Imported, type Notices } from './imported.ts';

const KNOWN = ['input', 'ideal'];
const ROLES = ['system', 'user', 'assistant'];

/**
 * Converts OpenAI-Evals samples, one JSON object per line with `input` (a text or messages) and `ideal` (one or more
 * texts), to a dataset. Such a file names no models, so the evaluation names a placeholder. Throws `UsageError`.
 */
export async function importOpenaiEvals(
  file: string,
  { name, grader }: { name?: string | undefined; grader?: string | undefined },
): Promise<Imported> {
  const notices = createNotices();
  const lines = (await readText(file)).split('\n');
  const rows = lines.flatMap((line, i) =>
    line.trim() === '' ? [] : toRow(file, line, i + 1, { grader, notices }),
  );
  const title = name ?? basename(file, extname(file));
  notices.add('The file names no models: replace baseline/echo with the models to compare.');
  return {
    definition: {
      name: title,
      datasets: [{ name: title, file: 'samples.jsonl' }],
      targets: [{ model: 'baseline/echo' }],
      benchmarks: [{ dataset: title }],
    },
    datasets: [{ file: 'samples.jsonl', rows }],
    notices: notices.list(),
  };
}

function toRow(
  file: string,
  line: string,
  at: number,
  { grader, notices }: { grader: string | undefined; notices: Notices },
): DatasetRow[] {
  const sample = parseLine(file, line, at);
  for (const field of Object.keys(sample)) {
    if (!KNOWN.includes(field)) notices.add(`The field "${field}" of samples has no equivalent.`);
  }
  const input = toInput(sample.input, at, notices);
  const expected = toExpected(sample.ideal);
  if (expected === null)
    notices.add(`Line ${at} has no ideal answer that is a text or a list of texts; it is skipped.`);
  return input === null || expected === null
    ? []
    : [{ input, expected, ...(grader !== undefined && { grader }) }];
}

function parseLine(file: string, line: string, at: number): Record<string, unknown> {
  const sample = parseJson(line);
  if (!isObject(sample)) throw new UsageError(`${file}, line ${at}: not a JSON object.`);
  return sample;
}

function toExpected(ideal: unknown): string | string[] | null {
  if (Array.isArray(ideal)) return ideal.length > 0 && ideal.every(isText) ? ideal : null;
  return isText(ideal) ? ideal : null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function toInput(input: unknown, at: number, notices: Notices): DatasetRow['input'] | null {
  if (isText(input)) return input;
  if (!Array.isArray(input) || input.length === 0) {
    notices.add(`Line ${at} has no input that is a text or a list of messages; it is skipped.`);
    return null;
  }
  const messages: { role: string; content: string }[] = [];
  for (const message of input) {
    if (!isObject(message) || !ROLES.includes(String(message.role)) || !isText(message.content)) {
      notices.add(`Line ${at} has a message that is not a text of system, user or assistant; it is skipped.`);
      return null;
    }
    if ('name' in message) notices.add('The field "name" of messages has no equivalent and is omitted.');
    messages.push({ role: String(message.role), content: message.content });
  }
  return endingWithUser(messages, at, notices);
}

/** The last message must be a user message; such files often have it as a system message. */
function endingWithUser(messages: { role: string; content: string }[], at: number, notices: Notices) {
  const last = messages.at(-1);
  if (last?.role === 'user') return messages;
  if (last?.role === 'assistant') {
    notices.add(`Line ${at} ends with a message of the assistant; it is skipped.`);
    return null;
  }
  notices.add('A final system message is sent as a user message.');
  return [...messages.slice(0, -1), { role: 'user', content: last?.content ?? '' }];
}

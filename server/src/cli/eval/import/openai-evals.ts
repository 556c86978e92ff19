import { basename, extname } from 'node:path';
import { UsageError } from '../../terminal/usage-error.ts';
import { readText } from '../definition.ts';
import { createLeft, type DatasetRow, type Imported, isRecord, type Left } from './imported.ts';

const KNOWN = ['input', 'ideal'];
const ROLES = ['system', 'user', 'assistant'];

/**
 * OpenAI-Evals samples, one JSON object a line with `input` (a text or messages) and `ideal` (a text or several), become
 * a dataset. There are no models in such a file, so the evaluation names a placeholder. Throws `UsageError`.
 */
export async function importOpenaiEvals(
  file: string,
  { name, grader = 'exact' }: { name?: string | undefined; grader?: string | undefined },
): Promise<Imported> {
  const left = createLeft();
  const lines = (await readText(file)).split('\n');
  const rows = lines.flatMap((line, i) =>
    line.trim() === '' ? [] : toRow(file, line, i + 1, { grader, left }),
  );
  const title = name ?? basename(file, extname(file));
  left.add('The file names no models: put the ones to compare in the place of baseline/echo.');
  return {
    definition: {
      name: title,
      datasets: [{ name: title, file: 'samples.jsonl' }],
      targets: [{ model: 'baseline/echo' }],
      benchmarks: [{ dataset: title }],
    },
    datasets: [{ file: 'samples.jsonl', rows }],
    left: left.list(),
  };
}

function toRow(
  file: string,
  line: string,
  at: number,
  { grader, left }: { grader: string; left: Left },
): DatasetRow[] {
  const sample = parseLine(file, line, at);
  for (const field of Object.keys(sample)) {
    if (!KNOWN.includes(field)) left.add(`The field "${field}" of samples has no counterpart.`);
  }
  const input = toInput(sample.input, at, left);
  const expected = toExpected(sample.ideal);
  if (expected === null)
    left.add(`Line ${at} has no ideal answer that is a text or a list of texts; it is left out.`);
  return input === null || expected === null ? [] : [{ input, expected, grader }];
}

function parseLine(file: string, line: string, at: number): Record<string, unknown> {
  try {
    const sample: unknown = JSON.parse(line);
    if (isRecord(sample)) return sample;
  } catch {
    // Said below, with the line.
  }
  throw new UsageError(`${file}, line ${at}: not a JSON object.`);
}

function toExpected(ideal: unknown): string | string[] | null {
  if (Array.isArray(ideal)) return ideal.length > 0 && ideal.every(isText) ? ideal : null;
  return isText(ideal) ? ideal : null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function toInput(input: unknown, at: number, left: Left): DatasetRow['input'] | null {
  if (isText(input)) return input;
  if (!Array.isArray(input) || input.length === 0) {
    left.add(`Line ${at} has no input that is a text or a list of messages; it is left out.`);
    return null;
  }
  const messages: { role: string; content: string }[] = [];
  for (const message of input) {
    if (!isRecord(message) || !ROLES.includes(String(message.role)) || !isText(message.content)) {
      left.add(`Line ${at} has a message that is not a text of system, user or assistant; it is left out.`);
      return null;
    }
    if ('name' in message) left.add('The name of a message has no counterpart.');
    messages.push({ role: String(message.role), content: message.content });
  }
  return endingWithUser(messages, at, left);
}

/** What is asked must come from the user, while such files often hold it in the system message. */
function endingWithUser(messages: { role: string; content: string }[], at: number, left: Left) {
  const last = messages.at(-1);
  if (last?.role === 'user') return messages;
  if (last?.role === 'assistant') {
    left.add(`Line ${at} ends with a message of the assistant; it is left out.`);
    return null;
  }
  left.add('A last message of the system is asked as the user.');
  return [...messages.slice(0, -1), { role: 'user', content: last?.content ?? '' }];
}

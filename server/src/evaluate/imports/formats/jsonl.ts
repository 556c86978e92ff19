import { isObject } from '../../../kernel/json.ts';
import { EMPTY_CALL } from './call.ts';
import { type Format, type Json, UnusableRecord } from './format.ts';
import {
  answerOf,
  countOf,
  fieldsNotRead,
  firstValue,
  messagesOf,
  msToUs,
  textOf,
  timeUs,
  toolsOf,
} from './values.ts';

const READ = [
  'timestamp',
  'time',
  'latency_ms',
  'session',
  'session_id',
  'cluster',
  'model',
  'route',
  'input',
  'messages',
  'prompt',
  'output',
  'answer',
  'expected',
  'grader',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'failed',
  'metadata',
];

/** Plain lines, as defined in docs/how-to/own-data.md#recorded-traffic; of the request fields, one suffices. */
export const jsonl: Format = {
  name: 'jsonl',
  title: 'plain JSON lines',
  accepts: 'a JSON object with input (a text, or a list of messages), or with timestamp and input_tokens',
  looksLike: (record) => ['input', 'messages', 'prompt'].some((name) => name in record) || isTiming(record),
  read(record) {
    const messages = messagesOf(firstValue(record, 'input', 'messages', 'prompt'));
    if (messages === null && !isTiming(record)) {
      throw new UnusableRecord('it has no input');
    }
    const timestamp = firstValue(record, 'timestamp', 'time');
    const atUs = timeUs(timestamp);
    if (timestamp !== null && atUs === null)
      throw new UnusableRecord(
        'timestamp is neither an ISO 8601 time nor a number of seconds or milliseconds since 1970, up to the year 2255',
      );
    return {
      calls: [
        {
          ...EMPTY_CALL,
          atUs,
          durationUs: msToUs(record.latency_ms),
          session: textOf(firstValue(record, 'session', 'session_id', 'cluster')),
          model: textOf(record.model),
          route: textOf(record.route),
          messages,
          output: answerOf(firstValue(record, 'output', 'answer')),
          inputTokens: tokens(record, 'input_tokens'),
          outputTokens: tokens(record, 'output_tokens'),
          cachedTokens: tokens(record, 'cached_tokens'),
          ...toolsOf(record.tools, record.functions, isObject(record.input) ? record.input.tools : null),
          failed: record.failed === true,
          ...expectedOf(record.expected),
          ...graderOf(record.grader),
          attributes: {
            ...fieldsNotRead(record, READ),
            ...(isObject(record.metadata) ? record.metadata : {}),
          },
        },
      ],
    };
  },
};

const isTiming = (record: Json) => 'timestamp' in record && 'input_tokens' in record;

function tokens(record: Json, name: string): number | null {
  const count = countOf(record[name]);
  if (count === null && record[name] != null)
    throw new UnusableRecord(`${name} is not a whole number from 0 to 1,000,000,000`);
  return count;
}

const isAnswer = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function expectedOf(value: unknown) {
  if (value === undefined || value === null || value === '') return {};
  if (isAnswer(value)) return { expected: value };
  if (Array.isArray(value) && value.every(isAnswer)) return { expected: value };
  throw new UnusableRecord('expected is not a text, a number or a list of them');
}

function graderOf(value: unknown) {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value === 'string') return { grader: value };
  if (isObject(value) && typeof value.type === 'string')
    return { grader: { type: value.type, options: isObject(value.options) ? value.options : {} } };
  throw new UnusableRecord('grader is neither a name nor {"type": …, "options": {…}}');
}

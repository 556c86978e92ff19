import { type Announcement, announcements } from './announcements.ts';
import { fold } from './fold.ts';
import { jsonReply } from './json-reply.ts';
import { wordsOf } from './words.ts';

/** A longer text after `Answer:` is reasoning under that heading, unless the answer begins it. */
export const headsReasoning = (value: string): boolean => value.length > 120;

/**
 * The places in the order in which they are believed: from the last to the first, those inside of sentences after all
 * others; and `B is correct` not at all where there is an `Answer:` line, whose explanation it may be part of. First of
 * all comes the answer of a reply that is, or ends in, a JSON object with one.
 */
export function* believed(reply: string): Generator<Announcement> {
  const all = [...announcements(reply)];
  const object = jsonAnswer(reply);
  if (object !== null) yield object;
  const line = all.some(({ form, by }) => form === 'line' && by === 'said');
  const usable = line ? all.filter(({ by }) => by !== 'affirmed') : all;
  yield* usable.filter(({ form }) => form !== 'inside');
  yield* usable.filter(({ form }) => form === 'inside');
}

const KEY = new RegExp(
  `^(?:(?:final|correct|my|the) )?(?:${wordsOf('answer')}|choice|option|letter)(?: (?:choice|letter|option))?$`,
  'iu',
);

function jsonAnswer(reply: string): Announcement | null {
  const end = reply.lastIndexOf('}');
  if (end === -1 || NOUN_AFTER.test(fold(reply.slice(end + 1)))) return null;
  const { value } = jsonReply(reply) ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const found = Object.entries(value).find(([key]) => KEY.test(fold(key.replaceAll('_', ' '))));
  const [, answer] = found ?? [];
  if (typeof answer !== 'string' && typeof answer !== 'number' && !Array.isArray(answer)) return null;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  if (text.trim() === '') return null;
  return {
    form: 'sentence',
    by: 'said',
    value: text,
    below: [],
    isBelow: false,
    denied: false,
    decimalComma: false,
  };
}

const NOUN_AFTER = new RegExp(wordsOf('answer'), 'iu');

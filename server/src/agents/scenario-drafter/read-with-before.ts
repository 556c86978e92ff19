import type { Question, Turn } from '../answer.ts';
import { type Reading, readScenario, type Unclear } from './read-scenario.ts';

/** Of longer talk nobody knows any more what belongs together. */
const MOST_TOGETHER = 2000;
const GOES_ON = /^\s*(?:and|also|but|plus|und|aber|auch)(?!\p{L})[\s,:]*/iu;
const ORDER =
  /(?<!\p{L})(?:scenario|szenario|requirements?|anforderung\p{L}*|(?:we|i) (?:need|run|want|build|have))(?!\p{L})/iu;

/**
 * Reads a scenario from a sentence; where that only answers what the drafter asked back, or adds to what it drafted, with
 * the person's sentences before. `isAnew`: a scenario was drafted of those already.
 */
export function readWithBefore({
  text,
  before,
}: Pick<Question, 'text' | 'before'>): Reading & { isAnew: boolean } {
  const { sentence, isAnew } = wholeOf(text, before);
  return { ...readScenario(sentence), isAnew };
}

/** The sentence with those before that it goes on from; alone where it goes on from none, or is not clear with them. */
function wholeOf(text: string, before: readonly Turn[]): { sentence: string; isAnew: boolean } {
  const alone = { sentence: text, isAnew: false };
  const at = before.findLastIndex(({ role, agent }) => role === 'assistant' && agent === 'scenario-drafter');
  const asked = before.slice(0, Math.max(0, at)).findLastIndex(({ role }) => role === 'user');
  const turn = before[asked];
  if (ORDER.test(text) || !turn) return alone;
  const isDrafted = (before[at]?.made.length ?? 0) > 0;
  if (isDrafted && !GOES_ON.test(text)) return alone;
  const said = turn.content.replace(/^\s*@[\w-]+[\s,:]*/, '').replace(/[.!\s]+$/, '');
  const { sentence } = wholeOf(said, before.slice(0, asked));
  const more = text.replace(GOES_ON, '').trim();
  if (sentence.length + more.length > MOST_TOGETHER) return alone;
  // Of one open point the answer stands beside it, or for it: “p95” to “500 ms”, “500 ms” to “fast”.
  const [only, ...others] = readScenario(sentence).unclear;
  const whole =
    only === undefined ? [`${sentence}, ${more}`] : others.length > 0 ? [] : answered(sentence, only, more);
  const clear = whole.find((each) => readScenario(each).unclear.length === 0);
  return clear === undefined ? alone : { sentence: clear, isAnew: isDrafted };
}

function answered(sentence: string, { words }: Unclear, said: string): string[] {
  const put = (by: string) => sentence.replace(words, () => by);
  return [put(`${said} ${words}`), put(`${words} ${said}`), put(said)];
}

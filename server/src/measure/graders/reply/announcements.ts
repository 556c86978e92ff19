import { foldCharacters } from './fold.ts';
import { CALLED_WRONG_PATTERN, endAt } from './hedges.ts';
import { jsonReply } from './json-reply.ts';
import { FOREIGN_LETTERS } from './letters.ts';
import { SENTENCE_END, trimMarks } from './markup.ts';
import type { Reply } from './reply.ts';
import {
  type Grammar,
  grammarOf,
  lastEnd,
  MAX_SENTENCE_LOOKBACK,
  SENTENCE_END_PATTERN,
  standingOf,
} from './standing.ts';
import { isUnsaid } from './unsaid.ts';
import { createFinder, type FoundWords, wordsPattern } from './words.ts';

/**
 * A place where a response announces its answer: `line` is a line of its own that begins with the word and a colon,
 * `sentence` a sentence or clause that begins with it, `inside` any other place, which counts only if there is none of
 * the first two.
 */
export interface Announcement {
  form: 'line' | 'sentence' | 'inside';
  /** `said`: the answer is B; `marked`: \boxed{B}, #### B; `chosen`: I choose B, that leaves B; `affirmed`: B is correct, only B remains. */
  by: 'said' | 'marked' | 'chosen' | 'affirmed';
  /** The text from the beginning of the answer to the end of its line, or the next line if nothing follows. */
  value: string;
  /** The lines after the announcement's own. */
  below: readonly string[];
  /** Whether the value is on the line below. */
  isBelow: boolean;
  /** `the answer is not B`. */
  denied: boolean;
  decimalComma: boolean;
}

/** A longer text after `Answer:` is reasoning under that heading, unless it begins with the answer. */
export const headsReasoning = (value: string): boolean => value.length > 120;

/** Maximum distance of an `if` from the beginning of a sentence: `But if`. */
const LEAD = 6;
/** Maximum number of places, from the end of a response; a hostile one has thousands. */
const MOST = 200;

const ANNOUNCING = createFinder('answer', 'heading', 'choose', 'right', 'leaves', 'left', 'question');
const LISTING = createFinder('order');
const OPTION = `(?:${wordsPattern('option')} ?)?[(["$«]{0,4} ?`;
/** Words that introduce an answer or reasoning: they announce only a separate value after them. */
const HEADED = /(?= ?[:=] ?[*_`($]{0,4}(?:[A-Z]|-?\d[\d.,]*)[*_`)$.]{0,4}(?:\n|$))/iuy;
/** The value after `I choose` and `that leaves`. */
const CHOSEN = new RegExp(`(?=[:：]? ?[("*$]{0,4}${OPTION}[A-Z](?![A-Za-z]))`, 'iuy');
const LEAVING = new RegExp(`(?=[:：]? ?[("*$]{0,4}${OPTION}(?-i:[A-Z])(?![A-Za-z]))`, 'iuy');
/** The value before `is correct` and `remains`. */
const AFFIRMED = new RegExp(
  `(?<![A-Za-z0-9\u00c0-\u024f])(?:[A-Z]|-?\\d[\\d.,]{0,20}%?)[)\\]*_"'\`]{0,4}(?: ?${wordsPattern('option')})? ?$`,
  'iu',
);
const REMAINING = new RegExp(
  `(?<![A-Za-z0-9\u00c0-\u024f])[A-Z][)\\]*_"'\`]{0,4}(?: ?(?i:${wordsPattern('option')}))? ?$`,
  'u',
);
const ENDING = /(?=[)*_"'` ]{0,4}(?:[.!。।۔\n]|$))/uy;
/** Before a letter that is one of several, or not a subject: `A or`, `A,`, `of`. */
const JOINED = new RegExp(
  `(?<![A-Za-z0-9])[A-Z][)\\]*_"'\`]{0,3} ?(?:(?:[,/&、،]|${wordsPattern('or', 'and')}) ?){1,2}$|(?:^| )(?:of|in|at|to|for|with|from|by) $`,
  'u',
);
/** A separate letter that is not called wrong. */
const LONE = new RegExp(
  `(?<![A-Za-z0-9\u00c0-\u024f'])([A-Z])(?![A-Za-z0-9\u00c0-\u024f'])(?!${CALLED_WRONG_PATTERN.source})`,
  'u',
);
const SEPARATOR = /^[*_`"')\]]{0,4} ?(?:[:=\u0983>】]|[-=]>|→|[-–—]+(?= ))[:>]?/u;
/** The mark of GSM8K, if only a number or a letter follows on the line. */
const MARKS = /\\boxed\{|#### ?(?=\(?(?:[A-Z]|-?\p{Sc}?-?\d[\d.,]*(?: ?[%\p{Sc}])?)\)?\.?(?:\n|$))/gu;
const ALONE = new RegExp(
  `^ ?(?=${OPTION}(?:(?:[A-Z]|(?<=\\()[a-z](?=\\))|(?<=[ (])${FOREIGN_LETTERS})(?![A-Za-z0-9\\p{M}])|-?\\p{Sc}?\\d))`,
  'u',
);
const FENCE = /^(?:```.*|~~~.*|\$\$|\\\[|-{3,}|\*{3,}|={3,})$/;

/**
 * Every place where the response announces its answer, most reliable first: from the last to the first, those inside of
 * sentences after all others; `B is correct` is ignored if there is an `Answer:` line, because it may belong to its
 * explanation. The answer of a response that is, or ends in, a JSON object with one comes before all. At most 200 of
 * each kind.
 */
export function* announcements(reply: Reply): Generator<Announcement> {
  const places = ANNOUNCING(reply.folded);
  const found = hitsOf(reply, places);
  const said = found.filter(({ by }) => by === 'said');
  const marks = hitsOf(reply, marksIn(reply.folded));
  const marked = [...said, ...marks].map(({ at }) => at);
  const next = marked.length === 0 ? null : nextQuestion(reply.folded, places, Math.min(...marked));
  if (next !== null) return yield* announcements(cutAt(reply, next));
  const object = jsonAnswer(reply.raw);
  if (object !== null) yield object;
  const whole = marks.filter((mark) => !said.some((other) => isPart(mark, other)));
  const all = [...lastFirst([...found, ...whole], reply.lines)];
  const line = all.some(({ form }) => form === 'line');
  const usable = line ? all.filter(({ by }) => by !== 'affirmed') : all;
  yield* usable.filter(({ form }) => form !== 'inside');
  yield* usable.filter(({ form }) => form === 'inside');
}

/**
 * Headings of a question: `### Question 2:`, `Next problem:`, a turn of the user; at the beginning of a line or
 * sentence.
 */
const BEFORE_QUESTION = /(?:^|\n|[.!?。！？।] )[#>*_ \-–—\d.)]*(?:\p{L}{1,12}[ '])?$/u;
const AFTER_QUESTION =
  /^(?:[:：]| ?(?:\p{L}{2,12} ?)?(?:(?:#|n[°o]\.?)? ?\d{1,3} ?)?[:：]| (?:\p{L}{2,12}|(?:#|n[°o]\.?)? ?\d{1,3}[.)]?)(?=\n|$)|(?=\n|$))/u;

/**
 * The position at which a response continues with a question of its own after its answer, as models do that were not
 * told to stop: later answers were not requested. Null if it does not, or if its questions lead to its answer.
 */
function nextQuestion(folded: string, places: readonly FoundWords[], answered: number): number | null {
  const first = places.find(
    ({ field, start, end }) =>
      field === 'question' &&
      BEFORE_QUESTION.test(folded.slice(Math.max(0, start - 30), start)) &&
      AFTER_QUESTION.test(folded.slice(end, end + 30)),
  );
  return first !== undefined && first.start > answered ? first.start : null;
}

const cutAt = ({ raw, lines, folded }: Reply, at: number): Reply => ({
  raw,
  lines: lines.join('\n').slice(0, at).split('\n'),
  folded: folded.slice(0, at),
});

/** The same for lists, by their nouns: `the order is`, `Ranking:`. */
export const listAnnouncements = (reply: Reply): Generator<Announcement> =>
  lastFirst(hitsOf(reply, LISTING(reply.folded)), reply.lines);

function* lastFirst(hits: Hit[], lines: readonly string[]): Generator<Announcement> {
  for (const hit of hits.sort((a, b) => b.i - a.i || b.from - a.from)) {
    const announced = complete(hit, lines);
    if (announced !== null && !isUnsaid(sentenceAt(hit))) yield announced;
  }
}

/** The sentence of an announcement, with its answer if it is a question: `The answer is B? No.` */
function sentenceAt({ line, from, to }: Hit): string {
  const ahead = line.slice(to, to + MAX_SENTENCE_LOOKBACK);
  const end = /[.!;](?= |$)|[。！；]/.exec(ahead)?.index ?? ahead.length;
  return sentenceBefore(line, from) + line.slice(from, to + end + 1);
}

function sentenceBefore(line: string, at: number): string {
  const back = line.slice(Math.max(0, at - MAX_SENTENCE_LOOKBACK), at);
  return back.slice(lastEnd(back, SENTENCE_END_PATTERN));
}

interface Hit extends Omit<Announcement, 'value' | 'below' | 'isBelow'> {
  /** Its position in the response; its line, folded, and the line's number. */
  at: number;
  line: string;
  i: number;
  /** Its position in the line, and that of its value. */
  from: number;
  to: number;
}
type ReadAnnouncement = Omit<Hit, 'at' | 'i' | 'line'>;
type Place = Omit<FoundWords, 'field'> & { field: FoundWords['field'] | 'box' | 'hashes' };

function marksIn(folded: string): Place[] {
  if (!folded.includes('\\boxed{') && !folded.includes('####')) return [];
  return Array.from(folded.matchAll(MARKS), ({ index: start, 0: mark }) => ({
    field: mark.startsWith('#') ? 'hashes' : 'box',
    start,
    end: start + mark.length,
    languages: [],
  }));
}

/** The announcements by the words or marks at these places; reads only the last 200 of each kind. */
function hitsOf({ lines, folded }: Reply, found: readonly Place[]): Hit[] {
  if (found.length === 0) return [];
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  let i = lines.length - 1;
  const seen = new Map<string, number>();
  return found.toReversed().flatMap(({ field, start, end, languages }) => {
    const nth = seen.get(field) ?? 0;
    if (nth >= MOST) return [];
    while ((starts[i] ?? 0) > start) i -= 1;
    const first = starts[i] ?? 0;
    const line = folded.slice(first, (starts[i + 1] ?? folded.length + 1) - 1);
    const read = READS[field]?.(line, start - first, end - first, grammarOf(languages));
    if (!read) return [];
    seen.set(field, nth + 1);
    return [{ ...read, at: first + read.from, i, line }];
  });
}

type Reader = (line: string, from: number, end: number, grammar: Grammar) => ReadAnnouncement | null;

const PLAIN = { denied: false, decimalComma: false } as const;

const READS: { readonly [field in Place['field']]?: Reader } = {
  answer: saidAt,
  order: saidAt,
  heading: (line, from, end, grammar) => {
    if (endAt(HEADED, line, end) === null) return null;
    const to = end + (SEPARATOR.exec(line.slice(end))?.[0].length ?? 0);
    return { ...PLAIN, form: 'inside', by: 'said', from, to, decimalComma: grammar.neverPoint };
  },
  choose: (line, from, end, grammar) =>
    endAt(CHOSEN, line, end) === null ? null : claimed('chosen', line, from, end, grammar),
  leaves: (line, from, end, grammar) =>
    endAt(LEAVING, line, end) === null || isSupposed(line, from, grammar)
      ? null
      : standsAt('chosen', line, from, end, grammar),
  right: (line, start, _, grammar) => {
    const from = subjectAt(AFFIRMED, line, start);
    return from === null ? null : claimed('affirmed', line, from, from, grammar);
  },
  left: (line, start, end, grammar) => {
    const from = subjectAt(REMAINING, line, start);
    return from === null ||
      endAt(ENDING, line, end) === null ||
      isSupposed(line, from, grammar) ||
      JOINED.test(line.slice(Math.max(0, from - MAX_SENTENCE_LOOKBACK), from))
      ? null
      : standsAt('affirmed', line, from, from, grammar);
  },
  // Unless another box comes before it in the sentence: the value begins at the first, so that all are seen.
  box: (line, from) =>
    sentenceBefore(line, from).includes('\\boxed{') ||
    /\\boxed\{[^{}]{0,40}\} ?\? $/.test(line.slice(Math.max(0, from - MAX_SENTENCE_LOOKBACK), from))
      ? null
      : { ...PLAIN, form: 'sentence', by: 'marked', from, to: from },
  hashes: (_, from, to) => ({ ...PLAIN, form: 'sentence', by: 'marked', from, to }),
};

/** `answer: X`, `the answer is X`, `<answer>X`, `Answer X`. */
function saidAt(line: string, from: number, end: number, grammar: Grammar): ReadAnnouncement | null {
  if (line[from - 1] === '/' && line[from - 2] === '<') return null;
  const standing = standingOf(line, from, grammar);
  if (standing === null) return null;
  const to = end + (grammar.after.exec(line.slice(end, end + 120))?.[0].length ?? 0);
  const rest = line.slice(to, to + 120);
  const common = { by: 'said', from, denied: false, decimalComma: grammar.decimalComma } as const;
  const sentence = standing === 'inside' ? 'inside' : 'sentence';
  const separator = SEPARATOR.exec(rest);
  if (separator !== null) {
    const form = standing === 'line' && line[from - 1] !== '<' ? 'line' : sentence;
    return { ...common, form, to: to + separator[0].length };
  }
  const is = grammar.is.exec(rest);
  const denied = grammar.denied.exec(rest);
  if (denied !== null && denied[0].length > (is?.[0].length ?? 0))
    return { ...common, form: sentence, to: to + denied[0].length, denied: true };
  if (is !== null) {
    const colon = is[1] !== undefined && standing === 'line';
    return { ...common, form: colon ? 'line' : sentence, to: to + is[0].length };
  }
  if (standing === 'line' && /^[*_`]{0,3}$/.test(line.slice(to)))
    return { ...common, form: 'sentence', to: line.length };
  if ((ALONE.test(rest) || grammar.verbLast.test(line.slice(to, to + 240))) && standing !== 'inside')
    return { ...common, form: 'sentence', to };
  return null;
}

/** The position of the letter or number that a place comments on. */
function subjectAt(pattern: RegExp, line: string, at: number): number | null {
  const found = pattern.exec(line.slice(Math.max(0, at - 60), at));
  return found === null ? null : at - found[0].length;
}

function standsAt(
  by: Hit['by'],
  line: string,
  from: number,
  to: number,
  grammar: Grammar,
): ReadAnnouncement | null {
  const standing = standingOf(line, from, grammar);
  return standing && { ...PLAIN, form: standing === 'inside' ? 'inside' : 'sentence', by, from, to };
}

/** `I choose B`, `B is correct`; inside of a sentence only if no other letter comes before it. */
function claimed(
  by: Hit['by'],
  line: string,
  from: number,
  to: number,
  grammar: Grammar,
): ReadAnnouncement | null {
  const read = standsAt(by, line, from, to, grammar);
  return read?.form === 'inside' && LONE.test(sentenceBefore(line, from)) ? null : read;
}

/** Whether `that leaves B` or `only B remains` begins with an `if`. */
const isSupposed = (line: string, from: number, { condition }: Grammar): boolean =>
  (condition.exec(sentenceBefore(line, from))?.index ?? LEAD) < LEAD;

/** Whether a box is part of an answer that came before it on its line. */
function isPart(box: Hit, said: Hit): boolean {
  if (said.i !== box.i || said.to > box.from || box.from - said.to > MAX_SENTENCE_LOOKBACK) return false;
  return !SENTENCE_END.test(said.line.slice(said.to, box.from));
}

function complete(
  { at: _, from: __, line: ___, to, i, ...hit }: Hit,
  lines: readonly string[],
): Announcement | null {
  const below = lines.slice(i + 1, i + 60);
  const here = trimMarks((lines[i] ?? '').slice(to).replace(/<\/[a-z_ ]{1,30}>.*$/i, ''));
  if (here !== '') return { ...hit, value: here, below, isBelow: false };
  const value = trimMarks(below.find((text) => !FENCE.test(text)) ?? '');
  return value === '' ? null : { ...hit, value, below, isBelow: true };
}

const KEY = new RegExp(
  `^(?:(?:final|correct|my|the) )?(?:${wordsPattern('answer')}|choice|option|letter)(?: (?:choice|letter|option))?$`,
  'iu',
);

function jsonAnswer(reply: string): Announcement | null {
  const end = reply.lastIndexOf('}');
  if (end === -1 || NOUN_AFTER.test(foldCharacters(reply.slice(end + 1)))) return null;
  const { value } = jsonReply(reply) ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const found = Object.entries(value).find(([key]) => KEY.test(foldCharacters(key.replaceAll('_', ' '))));
  const [, answer] = found ?? [];
  if (typeof answer !== 'string' && typeof answer !== 'number' && !Array.isArray(answer)) return null;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  if (text.trim() === '') return null;
  return { ...PLAIN, form: 'sentence', by: 'said', value: text, below: [], isBelow: false };
}

const NOUN_AFTER = new RegExp(wordsPattern('answer'), 'iu');

import type { Extraction, Judgement } from '../grader.ts';
import { type Announcement, announcements, listAnnouncements } from './announcements.ts';
import { withoutVerb } from './final-answer.ts';
import { foldCharacters } from './fold.ts';
import { containsDenial } from './hedges.ts';
import { jsonReply, textList } from './json-reply.ts';
import { endsInLoop } from './loops.ts';
import { lastBoxed, SENTENCE_END, trimCharacters, unwrapAnswer } from './markup.ts';
import { type Reply, readReply } from './reply.ts';
import { straightenTypography } from './typography.ts';
import { isUnsaid } from './unsaid.ts';
import { wordsPattern } from './words.ts';

/** Bullets after folding: `-`, `1.`, `(1)`, `a)`, `・`, `①`, `一、`. */
const BULLET =
  /^(?:(?:[-*•–—+]|\(?[a-z]\))\s+|(?:\d{1,4}[.)]{1,2}|\(\d{1,4}\))(?:\s+|(?=[^\0-\x7f]))|[・·●◦▪‣①-⑳❶-❿]\s*|\d{1,4}[、．]\s*|[一二三四五六七八九十]{1,3}[、．]\s*)(?=\S|$)/;

/** The elements of a response's list; two readings if an `and` may join two elements or belong to one. */
export interface FoundList {
  readings: readonly (readonly string[])[];
  extraction: Extraction;
  settled: boolean;
}

/**
 * The elements of a list in a response: a JSON list, or the text on the last `Answer:` line, separated by arrows,
 * semicolons or otherwise commas, or in bullets below it (strict); otherwise the text after `answer is`, a JSON list
 * among other text, the last run of bulleted or numbered lines, or a single line (flexible). Null if there is none.
 */
export function listReply(raw: string): FoundList | null {
  const whole = textList(raw);
  if (whole !== null) return { readings: [whole.map(normalise)], extraction: 'strict', settled: false };
  const reply = readReply(raw);
  for (const announced of announcements(reply)) {
    const readings = readAnnounced(announced);
    if (readings.length === 0) continue;
    const line = announced.form === 'line';
    return { readings, extraction: line ? 'strict' : 'flexible', settled: line && !announced.isBelow };
  }
  for (const announced of listAnnouncements(reply)) {
    const readings = NOT_FIRST.test(foldCharacters(announced.value)) ? [] : readAnnounced(announced);
    if (readings.some((elements) => elements.length > 1 && !elements.some(isEither)))
      return { readings, extraction: 'flexible', settled: false };
  }
  const readings = endsInLoop(raw) ? [] : unannounced(reply);
  return readings.length === 0 ? null : { readings, extraction: 'flexible', settled: false };
}

function readAnnounced({ form, by, denied, value, isBelow, below }: Announcement): string[][] {
  if (denied || by === 'chosen' || by === 'affirmed') return [];
  const run = isBelow ? firstRun(below) : [];
  if (run.length > 0) return [run.map(normalise)];
  const items =
    isBelow && separatorOf(value) === NONE ? below.slice(0, below.findIndex(isSentence) >>> 0) : [];
  if (items.length > 1) return [items.map(normalise)];
  if (by === 'marked') return onOneLine(lastBoxed(value) ?? value);
  const text = form === 'line' || isBelow ? value : (value.split(SENTENCE_END)[0] ?? '');
  return onOneLine(withoutVerb(trimCharacters(text, ' .。', 'end')));
}

function unannounced({ raw, lines }: Reply): string[][] {
  const { value } = jsonReply(raw) ?? {};
  const [only = ''] = lines;
  const isOne = lines.length === 1;
  const list =
    textList(JSON.stringify(value ?? null)) ?? (isOne && NUMBERED.test(only) ? [] : lastRun(lines));
  if (list.length > 0) return [list.map(normalise)];
  if (!isOne || containsDenial(only) || isUnsaid(only) || ANNOUNCES.test(foldCharacters(only))) return [];
  const readings = onOneLine(only);
  return readings.some((elements) => elements.some(isSentence)) ? [] : readings;
}

/** The text after the bullet of a line. */
function bulletOf(line: string): string | undefined {
  const bullet = BULLET.exec(foldCharacters(line))?.[0];
  return bullet === undefined ? undefined : line.slice(bullet.length);
}

/** The bullets at the beginning of these lines. */
function firstRun(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => bulletOf(line) === undefined) >>> 0;
  return lines.slice(0, end).map((line) => bulletOf(line) ?? '');
}

/**
 * The last consecutive bullets, unless the line before them says that they are not the answer, or the last one declines
 * to answer.
 */
function lastRun(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0) {
    while (end > 0 && bulletOf(lines[end - 1] ?? '') === undefined) end -= 1;
    let start = end;
    while (start > 0 && bulletOf(lines[start - 1] ?? '') !== undefined) start -= 1;
    const run = firstRun(lines.slice(start, end));
    const last = run.at(-1) ?? '';
    if (isSentence(last) && containsDenial(last)) return [];
    if (start === 0 || !containsDenial(lines[start - 1] ?? '')) return run;
    end = start;
  }
  return [];
}

/** The result of the reading with the highest score, the first of equal ones. */
export function bestReading(
  { readings, ...rest }: FoundList,
  scoreOf: (elements: readonly string[]) => number,
): Judgement {
  const judged = readings.map((elements) => ({ score: scoreOf(elements), extracted: elements.join('; ') }));
  const best = judged.reduce((a, b) => (b.score > a.score ? b : a), judged[0] ?? { score: 0, extracted: '' });
  return { ...best, ...rest };
}

/** The expected elements: several texts, or one text that is a JSON list. */
export function expectedElements(expected: readonly string[]): string[] {
  const [only] = expected;
  const list = expected.length === 1 && only !== undefined ? textList(only) : null;
  return (list ?? expected).map(normalise);
}

function onOneLine(line: string): string[][] {
  const list = textList(line);
  if (list !== null) return [list.map(normalise)];
  const bare = trimCharacters(unwrapAnswer(line), ' .[]{}()。|｜');
  const parts = NUMBERED.test(line) ? line.split(NUMBER) : bare.split(separatorOf(bare));
  const elements = parts
    .map((text) => normalise(text.trim().replace(AND_FIRST, '')))
    .filter((text) => text !== '');
  const last = elements.at(-1)?.split(LAST_AND) ?? [];
  if (last.length === 2) return [[...elements.slice(0, -1), ...last.map(normalise)], elements];
  return elements.length === 0 ? [] : [elements];
}

const separatorOf = (text: string): RegExp =>
  SEPARATORS.find((pattern) => pattern.test(text)) ??
  TWICE.find((pattern) => text.split(pattern, 3).length > 2) ??
  NONE;

/** Separators that count only if they occur more than once: `red / green / blue`, but not `TCP/IP` or `x > y`. */
const TWICE = [/ \/ /, /(?<=[^<>\s])>(?=[^<>\s])/];

/** A pattern that separates nothing. */
const NONE = /(?!)/;
const MOST_WORDS = 7;
/** `not red, green`; the Spanish `no, sí` is a list. */
const NOT_FIRST = new RegExp(`^${wordsPattern('not')}(?! ?[,;、،])`, 'iu');
/** `The order is unclear`: a line that does not state the list. */
const ANNOUNCES = new RegExp(
  `${wordsPattern('answer')}\\W*$|^[^\\p{L}]{0,4}(?:${wordsPattern('before')} ?){0,4}(?:l')?${wordsPattern('order')}(?! ?[,،、;|｜→>]|$)`,
  'iu',
);

/** Whether a line is prose rather than an element. */
const isSentence = (line: string): boolean =>
  line.split(' ').length > MOST_WORDS || /[!?。！？।]$|[.:] ?$|[.!?] \S/u.test(line);

const isEither = (element: string): boolean => EITHER.test(foldCharacters(element));
const EITHER = new RegExp(` ${wordsPattern('or')} `, 'iu');
/** The first of these that occurs separates; an arrow to the left in right-to-left scripts. */
const SEPARATORS = [
  / ?(?:→|⇒|➔|➜|⟶|>>|＞|(?<!-)-+>|=>) ?| > |(?<=[^\0-\x7f])>(?=[^\0-\x7f])|(?<=[\u0590-\u06ff] ?)[←⇐](?: ?(?=[\u0590-\u06ff]))/,
  / ?[|｜] ?/,
  /[;；؛]/,
  /[,，،、](?!\d{3}(?!\d))/,
];
const AND_FIRST = new RegExp(
  `^(?:${wordsPattern('and')} )?(?:(?:then|finally|lastly|dann|schließlich|puis|ensuite|enfin|luego|después|por último|depois|poi|infine|затем|потом) |然后|然後|最后|最後)?`,
  'iu',
);
/** `1. red 2. green`, `(1) red, (2) green`, `①red ②green`. */
const NUMBERED = /^\(?1[.)] .*[ ,;]\(?2[.)] |^①.*②/;
const NUMBER = /(?:^|[,;，、]? ?)(?:\(?(?<!\d)\d{1,2}[.)] |[①-⑳])/;
const LAST_AND = new RegExp(` ${wordsPattern('and')} `, 'iu');

/** Normalises: NFC, white space collapsed, case ignored, surrounding marks and final punctuation removed. */
function normalise(text: string): string {
  const bare = trimCharacters(unwrapAnswer(straightenTypography(text).replace(/\s+/g, ' ').trim()), ' *`');
  return trimCharacters(bare, ' .,;:!?。，；：！？।۔،؛؟', 'end').toLowerCase();
}

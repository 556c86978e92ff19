import type { Grader, Judgement } from './grader.ts';
import type { GraderOptions, OptionSpec } from './options.ts';
import { publishedRule } from './published-rules.ts';
import { type Announcement, announcements, headsReasoning } from './reply/announcements.ts';
import { correctionOf } from './reply/corrections.ts';
import { askedForm, NOTHING_FOUND } from './reply/final-answer.ts';
import { foldCharacters } from './reply/fold.ts';
import { containsDenial } from './reply/hedges.ts';
import {
  findOptionLetters,
  type LetterReading,
  onlyMarkedLetter,
  onlyOption,
  plainMarks,
  readLetter,
  statedLetter,
} from './reply/letters.ts';
import { breaksOff, endsInLoop } from './reply/loops.ts';
import { SENTENCE_END, trimCharacters, unwrapAnswer } from './reply/markup.ts';
import { type Reply, readReply } from './reply/reply.ts';
import { isUnsaid } from './reply/unsaid.ts';
import { wordsPattern } from './reply/words.ts';

const MOST = 26;

const choicesOption: OptionSpec = {
  type: 'string_list',
  description:
    'The texts of the choices A, B, … in order, 2 to 26 different ones. With them, a response may also give the text of a choice, and only their letters are read.',
  expects: 'a list of 2 to 26 different texts',
  accepts: (value) => {
    const texts = textsOf(value);
    return texts.length >= 2 && texts.length <= MOST && new Set(texts.map(plain)).size === texts.length;
  },
};

/**
 * Right if the letter of the answer is an expected one. The letter is read where the response last announces its
 * answer: on an `Answer:` line (strict), in a sentence (`the answer is B`, `B is correct`) or in a `\\boxed{}`
 * (flexible). Without an announcement it is read from the last line, where it must be alone, in parentheses or in bold,
 * or be the only choice whose text occurs there (flexible; strict if that line is the whole response). A label takes
 * precedence over the text of a choice. Two letters (`A or B`) or a denied letter are no answer, and nothing is
 * guessed.
 */
export const choice: Grader = {
  type: 'choice',
  version: 1,
  lenient: 'letter',
  readsReplies: true,
  share: 'never',
  description:
    'The letter of the answer ("Answer: B", "(B)", "B) Paris", or the text of a choice) is an expected one.',
  options: { choices: choicesOption, asked_form: askedForm, published_rule: publishedRule },
  expectedProblem(expected, options) {
    const last = letterAt(textsOf(options.choices).length - 1) ?? 'Z';
    return /^[A-Z]$/.test(expected) && expected <= last
      ? null
      : `expected "${expected}" is not a letter from A to ${last}`;
  },
  judge(reply, expected, options, question = '') {
    const found = find(readReply(reply), options, question);
    if (found === null) return NOTHING_FOUND;
    const { letter, ...rest } = found;
    return { score: expected.includes(letter) ? 1 : 0, extracted: letter, ...rest };
  },
};

type FoundLetter = Pick<Judgement, 'settled' | 'extraction'> & { letter: string };

function find(reply: Reply, options: GraderOptions, question: string): FoundLetter | null {
  const texts = textsOf(options.choices);
  const wrong = new Set<string>();
  for (const announced of announcements(reply)) {
    const reading = readAnnounced(announced, texts);
    if (reading === 'hedged') return null;
    const { form, by, value } = announced;
    if (reading !== null && 'denied' in reading) wrong.add(reading.denied);
    else if (reading !== null) {
      const corrected = correctedIn(announced, reading.letter, texts.length);
      if (corrected === 'none') return null;
      if (corrected !== null) return { letter: corrected, extraction: 'flexible', settled: false };
      return wrong.has(reading.letter) ? null : { letter: reading.letter, ...howFound(announced, options) };
    } else if (form === 'line' && by === 'said' && !headsReasoning(value)) return null;
  }
  return unannounced(reply, texts, wrong, question);
}

/** The letter given instead of another one; `none` if that one is only retracted, null if it stands. */
function correctedIn(announced: Announcement, letter: string, count: number): string | null {
  const { value } = announced;
  const at = foldCharacters(value).search(/(?<![A-Za-z])[A-Z](?![A-Za-z])/i);
  if (foldCharacters(value)[at]?.toUpperCase() !== letter) return null;
  const correction = correctionOf(announced, value.slice(at + 1));
  if (correction === null) return null;
  const text = plainMarks(correction.text).replace(/^[\s.,:;!–—-]+/, '');
  if (!correction.certain) return statedLetter(text, count, letter);
  if (readLetter(text, count) === 'hedged') return 'none';
  const [other, ...further] = findOptionLetters(text, count);
  if (other === undefined || further.length > 0) return statedLetter(text, count, letter) ?? 'none';
  return correctedIn({ ...announced, value: correction.text, below: [] }, other, count) ?? other;
}

const YES =
  'true|yes|correct|right|是的?|はい|예|네|sim|verdadeir[ao]|certo|tak|prawda|так|evet|ano|نعم|صحيح|हाँ|सही|richtig|wahr|ja|vrai|oui|correcta?|s[ií]|verdadero|corretta|vero|верно|да|正确|正確|对|正しい|✅|✓|✔️?|☑️?';
const NO =
  'false|no|incorrect|wrong|不是|否|いいえ|아니요|não|nao|nie|ні|hayır|hayir|لا|خطأ|नहीं|गलत|nee|nej|nei|ikke|falsch|nein|faux|non|incorrecta?|falso|errat[ao]|неверно|нет|错误|錯誤|错|誤り|❌|✗|✘|❎|✖️?';
const VERDICT = new RegExp(
  `[\\s({"*\\[,-]*([A-Z])["*)\\]]{0,4} ?[:.：)–—-]?\\s?["*]?(?:(${YES})|(?:${NO}))(?!\\p{L})(?:["*.,;]{0,3}[})\\s]*(?=$|[\\s({"*\\[-]{0,4}[A-Z](?!\\p{L}))|[,;:.–— (-]{1,3}[^\\n]{0,200}(?:\\n|$))`,
  'giuy',
);

/**
 * The only choice that a response calls right, if it consists only of a verdict on each choice: `A: false, B: true`.
 * Null otherwise.
 */
function onlyRight(reply: string): string[] | null {
  const text = reply.slice(0, 2_000).trim();
  const right: string[] = [];
  let seen = 0;
  let at = 0;
  while (at < text.length) {
    VERDICT.lastIndex = at;
    const match = VERDICT.exec(text);
    if (match === null) return null;
    if (match[2] !== undefined) right.push(match[1]?.toUpperCase() ?? '');
    at += match[0].length;
    seen += 1;
  }
  return seen > 1 ? right : null;
}

function howFound(
  { form, by }: Announcement,
  options: GraderOptions,
): Pick<FoundLetter, 'settled' | 'extraction'> {
  if (form === 'line') return { extraction: 'strict', settled: true };
  const asked = options.asked_form === 'answer_is' && by === 'said';
  return { extraction: asked ? 'strict' : 'flexible', settled: false };
}

/** Whether a question asks for the exception: `Which is NOT a fruit?`, `All but one of these …` */
function isNegated(question: string): boolean {
  const asked = question.match(/[^.!?。？؟\n]{1,400}[?？؟]/g)?.at(-1) ?? question.slice(0, 400);
  return /\b(?:except|least|false|untrue|incorrect|all but)\b/i.test(asked) || containsDenial(asked);
}

/**
 * The letter in the last line of a response without an announcement: alone, marked, or the only choice whose text
 * occurs there.
 */
function unannounced(
  reply: Reply,
  texts: readonly string[],
  wrong: ReadonlySet<string>,
  question: string,
): FoundLetter | null {
  const { raw, lines } = reply;
  const last = lines.at(-1) ?? '';
  const whole = lines.length === 1;
  const right = onlyRight(raw);
  if (right !== null) {
    const [letter = ''] = right;
    return right.length === 1 && !isNegated(question) && letter.charCodeAt(0) - 65 < (texts.length || MOST)
      ? { letter, extraction: 'flexible', settled: false }
      : null;
  }
  const sentence = last.split(/(?<=[.!?。！？।؟])\s?(?=\S)/u).at(-1) ?? '';
  const [, clause = ''] = /, (\p{L}{2}.{0,60})$/u.exec(sentence) ?? [];
  if (isUnsaid(last)) return null;
  const alone =
    labelled(last, texts, LABELLED) ??
    labelled(sentence, texts, LABEL_ALONE) ??
    labelled(clause, texts, LABEL_ALONE);
  if (alone === 'hedged' || isEcho(lines)) return null;
  const said = alone !== null && 'letter' in alone ? alone.letter : null;
  if (said !== null && (whole || !endsInLoop(raw)))
    return { letter: said, extraction: whole ? 'strict' : 'flexible', settled: false };
  if (alone !== null || endsInLoop(raw)) return null;
  const marked = breaksOff(afterLetters(last)) ? null : onlyMarkedLetter(last, texts.length);
  const letter =
    marked ?? onlyOption(sentence, texts.length) ?? (labelsIn(raw) > 1 ? null : onlyText(sentence, texts));
  return letter === null || wrong.has(letter) ? null : { letter, extraction: 'flexible', settled: false };
}

/** As `read`, for a line without an announcement: a letter must be alone or be followed by a mark, like a label. */
function labelled(text: string, texts: readonly string[], form: RegExp): LetterReading {
  const reading = read(text, texts);
  if (
    typeof reading === 'object' &&
    reading !== null &&
    'letter' in reading &&
    isInstead(text, reading.letter)
  )
    return reading;
  if (form === LABELLED && goesThrough(text)) return null;
  const labels = form.exec(plainMarks(text));
  const isLabel =
    reading === null ||
    reading === 'hedged' ||
    'denied' in reading ||
    (labels !== null && (labels[1] ?? reading.letter) === reading.letter);
  return isLabel || texts.some((choice) => plain(choice) === plain(unwrapAnswer(text))) ? reading : null;
}

/** Whether another, denied letter comes before this one: `not A, but C`. */
function isInstead(text: string, letter: string): boolean {
  const first = /(?<![\p{L}\p{N}])([A-Z])(?![\p{L}\p{N}])/u.exec(plainMarks(text))?.[1];
  return first !== undefined && first !== letter && containsDenial(text);
}

/** `Option B.`, `Thus B.`: a short sentence that ends with its letter. */
const LABEL_ALONE = /^.{0,60}(?<![\p{L}\p{N}])(?:([A-Z])|\p{L})[\s)\]}"'.:!。！।]*$/u;
/** `B`, `(B)`, `Option B`, `B) Paris`, `B, because`. */
const LABELLED = new RegExp(
  `^[\\s([{"'<→⇒>~-]*(?:${wordsPattern('option')} ?)?[\\s([{"']*\\p{L}\\p{M}*[\\s]*(?:[)\\]}"'.,:;!–—。！।-]|$|${wordsPattern('option')}$|${wordsPattern('because')})`,
  'iu',
);

/** Number of choices that are listed or repeated with their labels: `A) … B) …`. */
const labelsIn = (reply: string): number =>
  new Set(Array.from(reply.matchAll(/(?:^|[\s(*])([A-Z])[).:](?=[\s*])/gm), (match) => match[1])).size;

/** Whether a text lists the choices with their labels, without choosing them: `(a) …; (b) …; (c) …`. */
function goesThrough(text: string): boolean {
  const labels = Array.from(text.matchAll(/(?:^|[\s;,.])\(?([A-Za-z])[).]\s/g), ([, letter = '']) =>
    letter.toUpperCase(),
  );
  return labels.length > 2 && labels.every((letter, i) => letter.charCodeAt(0) === 65 + i);
}

/** The text after the last letter that is alone. */
const afterLetters = (text: string): string =>
  text.replace(/^.*(?<![\p{L}\p{N}])[A-Z](?![\p{L}\p{N}])/su, '');

/** Whether the last line repeats one of the choices: `C. …` followed by `D. …`. */
function isEcho(lines: readonly string[]): boolean {
  const [before, last] = lines.slice(-2).map((line) => /^[\s(*-]*([A-Z])[).:]/i.exec(line)?.[1]);
  return before !== undefined && last !== undefined && last.charCodeAt(0) === before.charCodeAt(0) + 1;
}

function readAnnounced({ value, denied }: Announcement, texts: readonly string[]): LetterReading {
  if (denied) return readLetter(value, texts.length, true);
  const reading = read(value, texts);
  if (reading !== null) return reading;
  const sentence = value.slice(0, 600).split(SENTENCE_END)[0] ?? '';
  const letter = containsDenial(sentence)
    ? null
    : (onlyMarkedLetter(sentence, texts.length) ??
      onlyOption(sentence, texts.length) ??
      onlyText(sentence, texts));
  return letter === null ? null : { letter };
}

/**
 * `B`, `(B)`, `**B**`, `b`, `B) Paris`, `Paris`. A label is the answer even if text follows; a text is the answer if a
 * list of labels follows.
 */
function read(value: string, texts: readonly string[]): LetterReading {
  const reading = readLetter(value, texts.length);
  if (reading !== null && LABEL.test(plainMarks(value))) return reading;
  for (const text of [value, unwrapAnswer(value)]) {
    const letter = letterAt(texts.findIndex((choice) => plain(choice) === plain(text)));
    if (letter !== null) return { letter };
  }
  return reading;
}

const LABEL = /^[\s([{"'<.:]*\p{L}[\s)\]}"'>.,:;!]*$/u;

/** The only choice whose text occurs in a line; if one text contains another, the longer one. */
function onlyText(line: string, texts: readonly string[]): string | null {
  const instead = line.slice(MEANT.exec(foldCharacters(line))?.[0].length ?? 0);
  if (containsDenial(instead) || ALSO.test(foldCharacters(line))) return null;
  const words = spaced(instead);
  const said = texts.map(spaced).filter((text) => text.trim() !== '' && words.includes(text));
  const there = texts.flatMap((one, i) => {
    const text = spaced(one);
    return said.includes(text) && !said.some((other) => other !== text && other.includes(text)) ? [i] : [];
  });
  const [only] = there;
  if (there.length !== 1 || only === undefined) return null;
  const text = spaced(texts[only] ?? '');
  return breaksOff(
    `${words.slice(words.lastIndexOf(text) + text.length)}${/[^\p{L}\p{M}\p{N}]$/u.exec(instead)?.[0] ?? ''}`,
  )
    ? null
    : letterAt(only);
}

/** Begins a sentence that adds an alternative: `Or dark green`. */
const ALSO = new RegExp(`^\\P{L}{0,3}${wordsPattern('or')}`, 'iu');
/** `not X but`. */
const MEANT = new RegExp(`^.{0,200}${wordsPattern('not')}.{1,100}${wordsPattern('but')}`, 'iu');

/** Only words and numbers, with a blank before and after each. */
const spaced = (text: string): string =>
  ` ${plain(foldCharacters(text))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

const plain = (text: string): string =>
  trimCharacters(text.normalize('NFC').replace(/\s+/g, ' ').trim(), ' .,;:!?', 'end').toLowerCase();

const letterAt = (index: number): string | null =>
  index >= 0 && index < MOST ? String.fromCharCode(65 + index) : null;

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}

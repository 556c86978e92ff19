import type { Grader, Judgement } from './grader.ts';
import type { GraderOptions, OptionSpec } from './options.ts';
import { answerLine, looseAnswer, toLines, trimCharacters, unwrap } from './reply/extract.ts';
import { askedForm, NOTHING_FOUND } from './reply/final-answer.ts';

const MOST = 26;

const choicesOption: OptionSpec = {
  description:
    'The texts of the choices A, B, … in order, 2 to 26 different ones. With them a reply may also give the text of a choice, and no other letter is read.',
  expects: 'a list of 2 to 26 different texts',
  accepts: (value) => {
    const texts = textsOf(value);
    return texts.length >= 2 && texts.length <= MOST && new Set(texts.map(plain)).size === texts.length;
  },
};

/**
 * Right when the letter of the answer is an expected one. The letter is read from the last `Answer:` line (strict);
 * else after the last `answer is`, or in the last `\boxed{}`; else from the last line, where it must stand alone, in
 * parentheses or in bold, or be the only choice whose text is there (flexible; strict when that line is the whole
 * reply). Two letters (`A or B`) are no answer, and nothing is guessed.
 */
export const choice: Grader = {
  type: 'choice',
  description:
    'The letter of the answer ("Answer: B", "(B)", "B) Paris", or the text of a choice) is an expected one.',
  options: { choices: choicesOption, asked_form: askedForm },
  expectedProblem(expected, options) {
    const last = letterAt(textsOf(options.choices).length - 1) ?? 'Z';
    return /^[A-Z]$/.test(expected) && expected <= last
      ? null
      : `expected "${expected}" is not a letter from A to ${last}`;
  },
  judge(reply, expected, options) {
    const found = find(reply, options);
    if (found === null) return NOTHING_FOUND;
    const { letter, ...rest } = found;
    return { score: expected.includes(letter) ? 1 : 0, extracted: letter, ...rest };
  },
};

type Found = Pick<Judgement, 'settled' | 'extraction'> & { letter: string };

function find(reply: string, options: GraderOptions): Found | null {
  const texts = textsOf(options.choices);
  const line = answerLine(reply);
  if (line !== null) {
    const letter = read(line, texts);
    return letter === null ? null : { letter, extraction: 'strict', settled: true };
  }
  const loose = looseAnswer(reply);
  const said = loose === null ? null : read(loose, texts);
  if (said !== null) {
    const asked = options.asked_form === 'answer_is';
    return { letter: said, extraction: asked ? 'strict' : 'flexible', settled: false };
  }
  const lines = toLines(reply);
  const last = lines.at(-1) ?? '';
  const whole = lines.length === 1 ? read(last, texts) : null;
  if (whole !== null) return { letter: whole, extraction: 'strict', settled: false };
  const letter = read(last, texts) ?? onlyMarked(last, texts) ?? onlyText(last, texts);
  return letter === null ? null : { letter, extraction: 'flexible', settled: false };
}

/** `B`, `(B)`, `**B**`, `b`, `B) Paris`, `B. Paris`, `Paris`; null for anything else. */
function read(value: string, texts: readonly string[]): string | null {
  const bare = unwrap(value);
  for (const text of [value, bare]) {
    const at = texts.findIndex((choice) => plain(choice) === plain(text));
    if (at !== -1) return letterAt(at);
  }
  const [, alone, led, rest = ''] = LETTER.exec(bare) ?? [];
  const letter = (alone ?? led ?? '').toUpperCase();
  return letter !== '' && others(rest, letter, texts) === 0 ? known(letter, texts) : null;
}

// A letter alone, in either case; or a capital letter with what it stands for after a mark, or with a reason.
const LETTER =
  /^[*_`$([{"']*(?:([A-Za-z])[*_`$)\]}"'.:,;]*$|([A-Z])[*_`$"']*(?:[)\].:,;–-][*_`$"']*| (?=(?:because|since|as|is)\b))(.*)$)/;

/** How many other letters the rest names as answers: `(A) or (B)` is not one answer. */
function others(rest: string, letter: string, texts: readonly string[]): number {
  return marked(rest, texts).filter((other) => other !== letter).length;
}

function onlyMarked(line: string, texts: readonly string[]): string | null {
  const letters = new Set(marked(line, texts));
  return letters.size === 1 ? ([...letters][0] ?? null) : null;
}

/** Letters in parentheses or bold. */
function marked(text: string, texts: readonly string[]): string[] {
  return [...text.matchAll(/\(([A-Z])\)|\*\*\(?([A-Z])[).:]*\*\*/g)].flatMap(
    ([, round, bold]) => known(round ?? bold ?? '', texts) ?? [],
  );
}

function onlyText(line: string, texts: readonly string[]): string | null {
  const there = texts.flatMap((text, i) => (holds(plain(line), plain(text)) ? [i] : []));
  return there.length === 1 ? letterAt(there[0] ?? -1) : null;
}

function holds(line: string, text: string): boolean {
  return (
    text !== '' &&
    ` ${line.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `)
  );
}

const plain = (text: string): string =>
  trimCharacters(text.normalize('NFC').replace(/\s+/g, ' ').trim(), ' .,;:!?', 'end').toLowerCase();

function known(letter: string, texts: readonly string[]): string | null {
  return texts.length === 0 || letter.charCodeAt(0) - 65 < texts.length ? letter : null;
}

const letterAt = (index: number): string | null =>
  index >= 0 && index < MOST ? String.fromCharCode(65 + index) : null;

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}

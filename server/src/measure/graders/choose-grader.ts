import { joinNames, plural } from '@touchstone/report/figures';
import type { GraderOptions } from './options.ts';
import { readNumbers } from './reply/numbers.ts';
import { plainAnswer } from './reply/plain-text.ts';
import { isJoinedScript, wordsOfText } from './reply/word-boundaries.ts';
import { YES_AND_NO } from './reply/yes-and-no.ts';

/** The kinds of expected answers. */
type Form = 'number' | 'letter' | 'label' | 'json' | 'phrase' | 'long';

type Spec = { type: string; options: GraderOptions };

/** A grader that was chosen automatically. */
type ChosenSpec = Spec & { chosen: true };

/** Longer expected answers are texts that no model repeats word for word. */
const MOST_WORDS = 8;
const MOST_CHARACTERS = 80;
/** The same limit in characters, for scripts without blanks. */
const MOST_JOINED = 24;

/** Expected answers are labels if they are few and each is used often. */
const MOST_LABELS = 12;
const USES_OF_LABEL = 4;

/** Words that `contains` would find by chance, as `no` in `there is no fee`. */
const PAIRS = YES_AND_NO.map((pair) => pair.map((word) => ({ word, plain: plainAnswer(word) })));

/** Chooses graders for the rows of a dataset without one. */
export type GraderChooser = ReturnType<typeof createGraderChooser>;

/**
 * Chooses by what is expected: `numeric` for a number, `choice` for a letter, `json` for JSON, `contains` with whole
 * words for a short phrase, `label` for one of few texts shared by all rows, and `f1` for a long text, because no
 * program can decide whether one is right.
 */
export function createGraderChooser() {
  const rows = new Map<Form, number>();
  const values = new Map<string, string>();
  let labels: readonly string[] | null = null;
  let isSettled = false;

  function see(form: Form, answers: readonly string[]): void {
    rows.set(form, (rows.get(form) ?? 0) + 1);
    for (const answer of answers) {
      if (values.size > MOST_LABELS) return;
      const plain = plainAnswer(answer);
      if (!values.has(plain)) values.set(plain, answer);
    }
  }

  return {
    /** The grader of one row, by its expected answer and question. */
    choose(expected: string | readonly string[], question: string): ChosenSpec {
      const answers = typeof expected === 'string' ? [expected] : expected;
      const form = formOf(answers, question);
      if (!isSettled) see(form, answers);
      const spec = labels === null ? specOf(form, answers, question) : labelSpec(labels);
      return { ...spec, chosen: true };
    },
    /** Call when every row was read: only all rows together show whether the expected answers are labels. */
    settle(): void {
      isSettled = true;
      const of = (...forms: readonly Form[]) => forms.reduce((sum, form) => sum + (rows.get(form) ?? 0), 0);
      const all = of(...rows.keys());
      const areShared = values.size >= 2 && values.size <= MOST_LABELS && all >= USES_OF_LABEL * values.size;
      if (!areShared || of('phrase', 'label') < all || values.has('')) return;
      labels = [...values.values()].sort();
      rows.clear();
      rows.set('label', all);
    },
    /** The chosen graders and the reasons; null if every row names its grader. */
    sentence: (): string | null => (rows.size === 0 ? null : sentenceOf(rows, labels)),
  };
}

function formOf(answers: readonly string[], question: string): Form {
  const forms = new Set(answers.map(formOfOne));
  const [only] = forms;
  if (only === 'letter' && !listsChoices(question)) return 'phrase';
  if (forms.size === 1 && only !== undefined) return only;
  // Several ways of writing one answer: `["8", "eight"]`.
  return forms.has('long') ? 'long' : 'phrase';
}

function formOfOne(answer: string): Form {
  const text = answer.trim();
  if (isLetter(text)) return 'letter';
  if (isNumber(text)) return 'number';
  if (isJson(text)) return 'json';
  if (PAIRS.flat().some(({ plain }) => plain === plainAnswer(text))) return 'label';
  const words = wordsOfText(text).length;
  const isLong = isJoinedScript(text)
    ? words > MOST_JOINED
    : words > MOST_WORDS || text.length > MOST_CHARACTERS;
  return isLong ? 'long' : 'phrase';
}

const isLetter = (answer: string): boolean => /^[A-Z]$/.test(answer.trim());

/** Whether a question marks both a choice A and a choice B: `A) stone`, `(B)`, `B.`. */
const listsChoices = (question: string): boolean =>
  ['A', 'B'].every((letter) => new RegExp(`(?<![\\p{L}\\p{N}])${letter}[)\\].:*]`, 'u').test(question));

/**
 * One number with at most a currency or per cent sign; neither `14 days`, nor a number that is a name (`007`, `1.2.3`).
 */
function isNumber(text: string): boolean {
  const [only, ...more] = readNumbers(text).tokens;
  if (only?.value == null || more.length > 0) return false;
  return /^[\p{Sc}\s]*[-+−]?[\d.,' ]*\d *%?[\p{Sc}\s]*$/u.test(text) && !/^0\d/.test(text);
}

function isJson(text: string): boolean {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function specOf(form: Form, answers: readonly string[], question: string): Spec {
  switch (form) {
    case 'number':
      return { type: 'numeric', options: {} };
    case 'letter':
      return { type: 'choice', options: choicesIn(question, answers) };
    case 'label':
      return labelSpec(labelsBeside(answers));
    case 'json':
      return { type: 'json', options: {} };
    case 'phrase':
      return {
        type: 'contains',
        // In lower case a letter may be a word: `a`.
        options: { whole_words: true, ...(answers.every(isLetter) && { ignore_case: false }) },
      };
    case 'long':
      return { type: 'f1', options: { form: 'words', extract: 'whole' } };
  }
}

const labelSpec = (labels: readonly string[]): Spec => ({ type: 'label', options: { labels } });

/** These words, and other words that could be given instead. */
function labelsBeside(answers: readonly string[]): string[] {
  const plain = answers.map((answer) => plainAnswer(answer));
  const pairs = PAIRS.filter((pair) => pair.some((one) => plain.includes(one.plain)));
  const known = new Map(pairs.flat().map((one) => [one.plain, one.word]));
  for (const answer of answers) known.set(plainAnswer(answer), answer);
  return [...known.values()];
}

const CHOICE = /^[ \t]*[(*]*([A-Z])[).:*]+[ \t]+(\S.*?)[ \t]*$/gm;

/** The texts of the choices in a question, one per line: `A) stone`. Empty if they are not A, B, … in order. */
function choicesIn(question: string, answers: readonly string[]): GraderOptions {
  const found = [...question.matchAll(CHOICE)];
  const isInOrder = found.every(([, letter], i) => letter === String.fromCharCode(65 + i));
  const texts = found.map(([, , text = '']) => text);
  const isListed = answers.every((answer) => answer.charCodeAt(0) - 65 < texts.length);
  const differ = new Set(texts.map((text) => plainAnswer(text))).size === texts.length;
  return isInOrder && isListed && differ && texts.length >= 2 ? { choices: texts } : {};
}

const SAID: Readonly<Record<Form, readonly [grader: string, one: string, many: string]>> = {
  number: ['numeric', 'a number', 'numbers'],
  letter: ['choice', 'the letter of a choice', 'letters of choices'],
  label: ['label', 'one of two words', 'one of two words'],
  json: ['json', 'JSON', 'JSON'],
  phrase: ['contains with whole_words', 'a short phrase', 'short phrases'],
  long: ['f1 over all words', 'a long text', 'long texts'],
};

function sentenceOf(rows: ReadonlyMap<Form, number>, labels: readonly string[] | null): string {
  const parts = [...rows]
    .toSorted(([, a], [, b]) => b - a)
    .map(([form, n]) => {
      const [grader, one, many] = SAID[form];
      const what =
        labels === null ? (n === 1 ? one : many) : `one of ${labels.length} labels (${joinNames(labels, 4)})`;
      return `${grader} for ${plural(n, 'row')} that ${n === 1 ? 'expects' : 'expect'} ${what}`;
    });
  const long = rows.has('long')
    ? ' No program can decide whether long texts are right, so their scores name no winner: use the grader embedding_similarity with an embedding model, or a custom_eval whose judge receives the expected text.'
    : '';
  return `Rows without a grader get one from their expected answer: ${joinNames(parts)}.${long} Name a grader in the dataset to use another.`;
}

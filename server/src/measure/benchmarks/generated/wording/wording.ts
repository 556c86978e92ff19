import { createRandom, pickOne, type Random, shuffle } from '../../../statistics/statistics.ts';

/** Random draws for a text, among the forms of each kind that the seed of the run uses. */
export interface WordRandom extends Random {
  /** About half of the forms, at least one. `name` identifies the kind; for texts it is the forms themselves. */
  inUse<T>(forms: readonly T[], name?: string): readonly T[];
}

/**
 * Each seed has its own wordings: a person who has read the samples of one run meets new forms in another. The forms
 * depend only on the seed and the kind, so all items of a run share them.
 */
export function createWordRandom(random: Random, seed: number): WordRandom {
  const known = new Map<string, readonly unknown[]>();
  return {
    ...random,
    inUse<T>(forms: readonly T[], name = forms.join('|')) {
      const found = known.get(name) as readonly T[] | undefined;
      if (found !== undefined) return found;
      const half = shuffle(createRandom(seed, 'wording', name), forms).slice(0, Math.ceil(forms.length / 2));
      known.set(name, half);
      return half;
    },
  };
}

/** A sentence with placeholders: `«key»` mentions the thing with that key. */
export type Clause = string;

/**
 * Fills a template: of each `[one|another]`, which may be nested, one form in use is drawn, and `{name}` is a slot. The
 * values of slots are not changed.
 */
export function fillTemplate(
  random: WordRandom,
  template: string,
  slots: Readonly<Record<string, string | number>> = {},
): string {
  let text = template;
  while (text.includes('['))
    text = text.replace(/\[([^[\]]*)\]/g, (_, options: string) =>
      pickOne(random, random.inUse(options.split('|'), options)),
    );
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(slots[name] ?? '')).replace(/ {2,}/g, ' ');
}

/** Fills one of several templates. */
export const fillAnyTemplate = (
  random: WordRandom,
  templates: readonly string[],
  slots: Readonly<Record<string, string | number>> = {},
): string => fillTemplate(random, pickOne(random, random.inUse(templates)), slots);

export const toSentence = (text: string): string => {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`;
};

/** Capitalises each sentence of a text. */
export const capitaliseSentences = (text: string): string =>
  text.replace(/(^|[.!?] )(\p{Ll})/gu, (_, end: string, letter: string) => `${end}${letter.toUpperCase()}`);

/** True once in `n` times on average. */
export const isOneIn = (random: Random, n: number): boolean => random.below(n) === 0;

export const mentionOf = (key: string | number): string => `«${key}»`;

/** The keys that a text mentions, in the order of the text. */
const mentionsOf = (text: string): string[] => [...text.matchAll(/«([^»]*)»/g)].map(([, key = '']) => key);

/**
 * Orders sentences so that one often begins with what the previous one ends with, which can then be mentioned by its
 * place in the text.
 */
export function arrangeSentences(random: Random, sentences: readonly Clause[]): Clause[] {
  const left = [...sentences];
  const arranged: Clause[] = [];
  while (left.length > 0) {
    const last = mentionsOf(arranged.at(-1) ?? '').at(-1);
    const follows = left.findIndex((text) => last !== undefined && mentionsOf(text)[0] === last);
    const at = follows >= 0 && !isOneIn(random, 3) ? follows : random.below(left.length);
    arranged.push(...left.splice(at, 1));
  }
  return arranged;
}

/** Words for something mentioned by its place in the text. */
export interface ByPlace {
  last: string;
  lastButOne: string;
}

/**
 * Writes out every mention in a text: by `describe`, or by its place if one of the last two mentions of its sort is of
 * the same thing. A mention by place counts as a mention. The part of a key before its number is its sort.
 */
export function writeOutMentions(
  random: WordRandom,
  text: string,
  describe: (key: string) => string,
  byPlace: Readonly<Record<string, ByPlace>>,
): string {
  const before: Record<string, string[]> = {};
  return text.replace(/«([^»]*)»/g, (_, key: string) => {
    const sort = key.replace(/\d+$/, '');
    before[sort] ??= [];
    const [last, lastButOne] = [before[sort].at(-1), before[sort].at(-2)];
    before[sort].push(key);
    const words = byPlace[sort];
    if (words !== undefined && last === key && !isOneIn(random, 4)) return fillTemplate(random, words.last);
    if (words !== undefined && lastButOne === key && last !== key && isOneIn(random, 2))
      return fillTemplate(random, words.lastButOne);
    return describe(key);
  });
}

/** The explanation that a text with mentions by place needs. */
export const PLACES_IN_TEXT =
  'Where the text speaks of what was named last, or last but one, count every mention of something of that sort in the order of the text, by a name, by a description, or as named last or last but one; words such as “the former” or “they” do not count, nor does a name inside the description of something else.';

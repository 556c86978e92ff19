import { CATEGORIES, QUESTION_WORDS, type Want } from './languages.ts';
import { type Term, termsOf } from './terms.ts';

/** A question as the researcher looks for an answer to it. */
export interface ReadQuestion {
  text: string;
  want: Want;
  /** Each once, in the order of the question. */
  terms: readonly Term[];
  /** Names that an answer has to be about (`Kestrel Large 3`): their words, one after the other. */
  names: readonly (readonly string[])[];
  /** Words with a number: *zone 3*, *version 2.4*. */
  numbered: readonly NumberedWord[];
  /** What is counted (*parameters* in *how many parameters*), or what somebody is or did (*responsible*). */
  focus: readonly Term[];
  /** For the search of the workspace: plain words, without its operators. */
  query: string;
}

export interface NumberedWord {
  word: string;
  number: string;
}

/** Months, days, currencies and units: in capitals, and no names. */
const NO_NAME =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|EUR|USD|GBP|CHF|JPY|UTC|GB|MB|TB|KB|GHz|MHz|kWh?|VAT|I)$/;
/** Words that may stand before the words of a question: *At which temperature*, *And since when*. */
const MOST_BEFORE = 2;
const NAME_WORD =
  '(?:\\p{Lu}[\\p{sc=Latin}\\p{N}]*|\\p{sc=Latin}+\\p{N}[\\p{sc=Latin}\\p{N}]*|\\p{N}+\\p{Lu}+|\\p{N}+(?:[.,]\\p{N}+)*)';
const NAMES = new RegExp(
  `(?<![\\p{sc=Latin}\\p{N}])${NAME_WORD}(?:[ -]${NAME_WORD})*(?![\\p{sc=Latin}\\p{N}])`,
  'gu',
);
const NUMBERED = /(?<!\p{L})(\p{L}{3,})[\s-](\d+(?:[.,]\d+)*)(?![\p{L}\d])/gu;
const FOCUS = /(?<!\p{L})(?:how many|wie viele|combien (?:de|d'))\s*((?:\p{L}[\p{L}-]*\s?){1,3})/iu;
/** *Who is responsible*, *Wer hat unterschrieben*: what somebody did or is. */
const WHO =
  /^\W*(?:who|wer|qui|quién)\s(?:(?:is|are|was|were|has|have|had|will|did|does|ist|sind|war|hat|est|a|es)\s)?(?:(?:the|our|der|die|le|la|l')\s?)?((?:\p{L}[\p{L}-]*\s?){1,3})/iu;
/** *What is the password of the bucket*, *Wie hoch ist das Budget*: what it has. */
const WHAT_OF =
  /^\W*(?:what|which|wie hoch|wie|quel(?:le)?s?|cuál) (?:is|are|was|were|ist|sind|war|est|sont|es) (?:the|our|its|der|die|das|le|la|l'|les|el)\s?((?:\p{L}[\p{L}-]*\s?){1,3})/iu;
/** Words after which the noun that is asked for has ended. */
const VERBS =
  /^(?:is|are|was|were|does|do|did|can|could|may|must|has|have|had|will|would|should|ist|sind|war|hat|haben|kann|darf|dürfen|muss|wird|werden|est|sont|a|ont|peut|doit|for|of|in|on|at|to|from|für|von|in|de|des|du)$/i;
const GERMAN =
  /\b(?:der|die|das|den|dem|ein|eine|ist|sind|wird|werden|dürfen|darf|wie|wer|wann|welche[rnsm]?|für|und|nicht|bei|im)\b/giu;

export function readQuestion(written: string): ReadQuestion {
  const text = written.trim().replace(/\s+/g, ' ');
  const want = wantOf(text);
  const all = unique(termsOf(text));
  const said =
    want === 'any' || want === 'yes-no' ? all : all.filter(({ word }) => !CATEGORIES.has(word.toLowerCase()));
  const terms = said.length > 0 ? said : all;
  return {
    text,
    want,
    terms,
    names: namesIn(text),
    numbered: Array.from(text.matchAll(NUMBERED), ([, word = '', number = '']) => ({ word, number })),
    focus: focusOf(text),
    query: queryOf(text, terms),
  };
}

/** By the words at the beginning, or after a comma: *when* asks for a time there, and states a condition elsewhere. */
function wantOf(text: string): Want {
  for (const [want, pattern] of QUESTION_WORDS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const before = text.slice(0, found.index).trim();
    if (!/\p{sc=Latin}/u.test(found[0]) || /[,:;–—]$/.test(before) || before.split(' ').length <= MOST_BEFORE)
      return want;
  }
  return 'any';
}

function unique(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.stem, term])).values()];
}

/** Words in capitals and with digits. In German every noun is in capitals, so only what is unusual for one counts. */
function namesIn(text: string): string[][] {
  const isGerman = (text.match(GERMAN)?.length ?? 0) >= 2;
  return Array.from(text.matchAll(NAMES), ({ 0: name, index }) => {
    const words = name.split(/[ -]/);
    const isFirst = text.slice(0, index).replace(/[^\p{L}\p{N}]/gu, '') === '';
    return isFirst && words.length === 1 ? [] : words;
  })
    .map((words) => (isGerman ? words.filter((word) => /\p{Lu}.*\p{Lu}|\d/u.test(word)) : words))
    .map((words) => words.filter((word) => termsOf(word).length > 0 && !NO_NAME.test(word)))
    .filter((words) => words.some((word) => !/^[\p{N}.,]+$/u.test(word)));
}

function focusOf(text: string): Term[] {
  const words = (FOCUS.exec(text) ?? WHO.exec(text) ?? WHAT_OF.exec(text))?.[1]?.trim().split(/\s+/) ?? [];
  const end = words.findIndex((word) => VERBS.test(word));
  return termsOf((end === -1 ? words.slice(0, 1) : words.slice(0, end)).join(' '));
}

const LONGEST_QUERY = 1000;

/** Quotation marks, a hyphen before a word, `OR` and `*` are operators of the search. */
function queryOf(text: string, terms: readonly Term[]): string {
  const plain = text
    .replace(/["“”*]/g, ' ')
    .replace(/(?<!\S)-+/g, ' ')
    .replace(/\bOR\b/g, 'or');
  return (terms.length > 0 ? plain : text).slice(0, LONGEST_QUERY).toWellFormed();
}

import { numbersIn } from '../citations/numbers.ts';
import { groupsOf, withoutPhrases } from './alike.ts';
import { CATEGORIES, isCommonIn, QUESTION_WORDS, type Want } from './languages.ts';
import { type Term, termsOf } from './terms.ts';
import { hasUnit } from './values.ts';

/** A question as the researcher looks for an answer to it. */
export interface ReadQuestion {
  text: string;
  want: Want;
  /** Each once, in the order of the question. */
  terms: readonly Term[];
  /** Names that an answer has to be about (`Kestrel Large 3`): their words, one after the other. */
  names: readonly (readonly string[])[];
  /** Words with a number or a letter: *zone 3*, *version 2.4*, *house B*. */
  numbered: readonly NumberedWord[];
  /** Names with digits, of whatever writing: *acme-medium-3*, *K-110*, *70B*. */
  codes: readonly string[];
  /** Numbers of things: *eight accelerators*. */
  counted: readonly Counted[];
  /**
   * Terms that an answer says in other words more often than others, as far as their place tells: verbs and predicates.
   */
  loose: ReadonlySet<Term>;
  /** What is counted (*parameters* in *how many parameters*), or what somebody is or did (*responsible*). */
  focus: readonly Term[];
  /** What is counted: *parameters* in *how many parameters*. */
  counts: readonly Term[];
  /** What *which* asks for: *plans* in *which plans*. */
  kinds: readonly Term[];
  /** For the search of the workspace: plain words, without its operators. */
  query: string;
}

export interface Counted {
  value: string;
  /** The words after the number, and those before it. */
  terms: readonly Term[];
  before: readonly Term[];
  /** A time, an amount of money, a share, a weight: it counts no things. */
  hasUnit: boolean;
}

export interface NumberedWord {
  word: string;
  number: string;
  /** 3号機: the number stands first. */
  isBefore: boolean;
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
const NUMBERED = /(?<!\p{L})(?<word>\p{L}{3,})[\s-](?<number>\d+(?:[.,]\d+)*|[A-HJ-Z])(?![\p{L}\d])/gu;
/** C列, 3号機, 2階 */
const NUMBERED_BEFORE =
  /(?<![\p{sc=Latin}\d.,])(?<number>[A-Z]|\d+)(?<word>列|号機|号|番|階|棟|室|課|区|层|楼|栋|号楼)/gu;
const FOCUS = /(?<!\p{L})(?:how many|wie viele|combien (?:de|d'))\s*((?:\p{L}[\p{L}-]*\s?){1,3})/iu;
/** *Who is responsible*, *Wer hat unterschrieben*: what somebody did or is. */
const WHO =
  /^\W*(?:who|wer|qui|quién)\s(?:(?:is|are|was|were|has|have|had|will|did|does|ist|sind|war|hat|est|a|es)\s)?(?:(?:the|our|der|die|le|la)\s|l['’])?((?:\p{L}[\p{L}-]*\s?){1,3})/iu;
/** *What is the password of the bucket*, *Wie hoch ist das Budget*: what it has. */
const WHAT_OF =
  /^\W*(?:what|which|wie hoch|wie|quel(?:le)?s?|cuál) (?:is|are|was|were|ist|sind|war|est|sont|es) (?:(?:the|our|its|der|die|das|le|la|les|el)\s|l['’])((?:\p{L}[\p{L}-]*\s?){1,3})/iu;
/** *What discount do we get*: what is asked for has to be spoken of. */
const WHAT_NOUN =
  /^\W*what (\p{Ll}{3,})(?= (?:do|does|did|is|are|was|were|will|would|can|has|have)(?!\p{L}))/iu;
/** *How loud is it*: what it is has to be told, by a word or by its unit. */
const HOW =
  /^\W*(?:how|wie)\s(\p{L}+)\s(?:is|are|was|were|may|must|can|should|will|does|do|did|ist|sind|war|darf|muss|kann)(?!\p{L})/iu;
/** Words after which the noun that is asked for has ended. */
const VERBS =
  /^(?:is|are|was|were|does|do|did|can|could|may|must|has|have|had|will|would|should|ist|sind|war|hat|haben|kann|darf|dürfen|muss|wird|werden|est|sont|a|ont|peut|doit|for|of|in|on|at|to|from|für|von|in|de|des|du)$/i;
const GERMAN =
  /\b(?:der|die|das|den|dem|ein|eine|ist|sind|wird|werden|dürfen|darf|wie|wer|wann|welche[rnsm]?|für|und|nicht|bei|im)\b/giu;

/** Begins a German question, and none in another language. */
const GERMAN_START =
  /^\W*(?:wer|wem|wen|wie|wo|woher|wohin|wann|warum|wieso|weshalb|welche[rnsm]?|darf|kann|ist|wird|hat)\s/iu;

function isInGerman(text: string): boolean {
  return GERMAN_START.test(text) || (text.match(GERMAN)?.length ?? 0) >= 2;
}

/** Of a longer question only so much is looked at. */
const LONGEST_QUERY = 1000;

export function readQuestion(written: string): ReadQuestion {
  const text = written.trim().replace(/\s+/g, ' ');
  const { want, asking } = wantOf(text);
  const all = unique(termsOf(text)).filter(({ word }) => !isCommonIn(text, word));
  const said =
    want === 'any' || want === 'yes-no'
      ? all
      : all.filter(({ word }) => !(asking.has(word.toLowerCase()) && CATEGORIES.has(word.toLowerCase())));
  const terms = said.length > 0 ? said : all;
  const start = text.slice(0, LONGEST_QUERY);
  const plain = withoutPhrases(start);
  return {
    text,
    want,
    terms,
    names: namesIn(text),
    numbered: [...numberedIn(text, NUMBERED, false), ...numberedIn(text, NUMBERED_BEFORE, true)],
    codes: codesIn(start),
    counted: countedIn(start),
    loose: looseOf(plain, want, terms),
    focus: focusOf(plain),
    kinds: want === 'any' ? termsOf(KIND.exec(plain)?.[1] ?? '') : [],
    counts: want === 'number' && FOCUS.test(plain) ? focusOf(plain) : [],
    query: queryOf(text, terms),
  };
}

function numberedIn(text: string, pattern: RegExp, isBefore: boolean): NumberedWord[] {
  return Array.from(text.matchAll(pattern), ({ groups }) => ({
    word: groups?.word ?? '',
    number: groups?.number ?? '',
    isBefore,
  })).filter(({ word }) => isBefore || termsOf(word).length > 0);
}

/** By the words at the beginning, or after a comma: *when* asks for a time there, and states a condition elsewhere. */
function wantOf(text: string): { want: Want; asking: ReadonlySet<string> } {
  for (const [want, pattern] of QUESTION_WORDS) {
    const found = pattern.exec(text);
    // *Was verlangt die Firma?* asks what, and not whether.
    if (!found || (want === 'yes-no' && GERMAN_WHAT.test(text))) continue;
    const before = text.slice(0, found.index).trim();
    if (!/\p{sc=Latin}/u.test(found[0]) || /[,:;–—]$/.test(before) || before.split(' ').length <= MOST_BEFORE)
      return {
        want,
        asking: new Set(
          askingOf(text, found)
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu),
        ),
      };
  }
  return { want: 'any', asking: new Set() };
}

const GERMAN_WHAT =
  /^\W*was\s.*(?<!\p{L})(?:der|die|das|den|dem|ein|eine|wir|ich|man|sie|ist|sind|wird|für|im|zu|und)(?!\p{L})/iu;
const WORDS_ASKING = 2;

/** The words that ask, with those right after them: *On which day of the week*. */
function askingOf(text: string, { 0: found, index }: RegExpExecArray): string {
  const after = text
    .slice(index + found.length)
    .split(' ')
    .slice(0, WORDS_ASKING + 1);
  return `${found}${after.join(' ')}`;
}

function unique(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.stem, term])).values()];
}

/** Words in capitals and with digits. In German every noun is in capitals, so only what is unusual for one counts. */
function namesIn(text: string): string[][] {
  const isGerman = isInGerman(text);
  return Array.from(text.matchAll(NAMES), ({ 0: name, index }) => {
    const words = name.split(/[ -]/);
    const isFirst = text.slice(0, index).replace(/[^\p{L}\p{N}]/gu, '') === '';
    return isFirst && words.length === 1 ? [] : words;
  })
    .map((words) => (isGerman ? words.filter((word) => /\p{Lu}.*\p{Lu}|\d/u.test(word)) : words))
    .map((words) => words.filter((word) => termsOf(word).length > 0 && !NO_NAME.test(word)))
    .filter((words) => words.some((word) => !/^[\p{N}.,]+$/u.test(word)));
}

const CODE =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}-]*\d)(?=[\p{L}\p{N}-]*\p{sc=Latin})[\p{sc=Latin}\p{N}]+(?:[-.][\p{sc=Latin}\p{N}]+)*/gu;
/** `failure_rate`, max_tokens: names of programs; what is asked of one is not told of another. */
const IDENTIFIER = /`([\p{L}\p{N}_.-]{2,60})`|(?<![\p{L}\p{N}_])(\p{L}+(?:_[\p{L}\p{N}]+)+)/gu;
/** *48-core*, *3rd*: a number and a word, and no name. */
const NO_CODE = /^\d+(?:st|nd|rd|th|er|e|ème)$|^\d+-\p{L}{3,}$/iu;

function codesIn(text: string): string[] {
  const marked = Array.from(text.matchAll(IDENTIFIER), ([, ticked, plain]) => ticked ?? plain ?? '');
  return [...(text.match(CODE) ?? []).filter((code) => !NO_CODE.test(code)), ...marked];
}

const WORDS_COUNTED = 3;

function countedIn(text: string): Counted[] {
  // *Kestrel Medium 3*, *version 2*: a name, and no count.
  return countsIn(
    text.replace(/(?<!\p{L})(\p{L}+)[\s-]\d+(?:[.,]\d+)*/gu, (named, word: string) =>
      termsOf(word).length > 0 ? word : named,
    ),
  ).filter(({ terms }) => terms.length > 0);
}

/** The numbers of a text with the words after each. */
export function countsIn(text: string): Counted[] {
  return numbersIn(text)
    .filter(
      ({ start, end, value }) =>
        /e/.test(value) && !/^(?:one|un|une|ein|eine)$/i.test(text.slice(start, end)),
    )
    .map(({ start, end, value }) => {
      const before =
        text
          .slice(0, start)
          .split(/[.;!?]\s/)
          .at(-1) ?? '';
      const after = /^[\s-](?:[\p{L}\p{N}-]+[\s-]?){1,4}/u.exec(text.slice(end))?.[0] ?? '';
      return {
        value,
        terms: termsOf(after).slice(0, WORDS_COUNTED),
        before: termsOf(before).slice(-WORDS_COUNTED),
        hasUnit: hasUnit(text.slice(end)),
      };
    });
}

const LOOSE_AT = [
  // After a pronoun, *to* or *who*.
  /(?<!\p{L})(?:I|we|you|they|he|she|it|to|who|nobody|anyone|anybody|somebody|everyone|je|nous|vous|on|qui|wir|man|ich|wer|zu)\s(\p{L}+)/giu,
  // *garde-t-il*, *est-elle joignable ?*, *a-t-elle été décalée*
  /(?<!\p{L})(\p{L}+)-(?:t-)?(?:il|elle|on|ils|elles)(?!\p{L})/giu,
  /-(?:t-)?(?:il|elle|on|ils|elles)\s(?:été\s|plus\s|pas\s)?(\p{L}+)\s?(?:\?|$|à|au|par|pour|dans|de|en|sur)/giu,
  // *¿Cuánto tiempo es válida la tarjeta?*
  /(?<!\p{L})(?:es|son|está|están|fue|se)\s(\p{L}+)\s(?:el|la|los|las|un|una)(?!\p{L})/giu,
];
/** *Which model*, *welches Modell*. */
const KIND =
  /^(?:(?:in|on|at|for|to|from|by|with|ab|an|aus|bei|für|mit|von|zu|à|de|dans)\s)?(?:which|welche[rsnm]?)\s(\p{L}+)(?!\p{L})/iu;
const AUXILIARY =
  /(?<!\p{L})(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|may|must|should|cannot|can't|wasn't|weren't|isn't|aren't|don't|doesn't|didn't|won't|ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|est|sont|a|ont|peut)\s(.+)$/iu;
/** Before a noun. */
const NOUN_AFTER =
  /(?<!\p{L})(?:the|a|an|of|in|on|at|for|with|by|from|per|our|its|and|or|der|die|das|dem|den|ein|eine|im|am|bei|mit|von|für|le|la|les|un|une|de|des|du|à|au|en|l|d)['’\s]$/iu;

const RESPONSIBLE = groupsOf('responsibl');

function looseOf(text: string, want: Want, terms: readonly Term[]): Set<Term> {
  const words = LOOSE_AT.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, word = '']) => word));
  const clause = withoutEnd(AUXILIARY.exec(text)?.[1] ?? '');
  const last = /(?<!\p{L})\p{Ll}+$/u.exec(clause);
  if (last && last.index > 0 && !NOUN_AFTER.test(clause.slice(0, last.index))) words.push(last[0]);
  const moved =
    /(?<=\P{L}\p{Ll}+\s)(\p{Ll}+)\s(?:over |up |down |back |out )?(?:to|into|from)(?!\p{L})/u.exec(clause);
  const named = /^(?:(?:the|our|la|le|der|die|das)\s)?(?:\p{Lu}[\p{L}\p{N}-]*\s)+(\p{Ll}+)(?!\p{L})/u.exec(
    clause,
  );
  words.push(moved?.[1] ?? '', named?.[1] ?? '');
  const stems = new Set(termsOf(words.join(' ')).map(({ stem }) => stem));
  return new Set(
    terms.filter(
      ({ stem, word, groups }) =>
        stems.has(stem) ||
        /^\p{Ll}{3,}ed$/u.test(word) ||
        CATEGORIES.has(word.toLowerCase()) ||
        // *Who is responsible for alerts?* — *Luis sets up the alerts.*
        (want === 'person' && groups.some((group) => RESPONSIBLE.includes(group))),
    ),
  );
}

/** Without what stands after the last word that says something: *gewartet* in *der K-160 gewartet werden?* */
function withoutEnd(clause: string): string {
  let rest = clause.replace(/[^\p{L}\p{N}]+$/u, '');
  for (;;) {
    const last = /\s(\p{L}+)$/u.exec(rest);
    if (!last?.[1] || termsOf(last[1]).length > 0) return rest;
    rest = rest.slice(0, last.index).trimEnd();
  }
}

function focusOf(text: string): Term[] {
  const words =
    (FOCUS.exec(text) ?? HOW.exec(text) ?? WHO.exec(text) ?? WHAT_OF.exec(text) ?? WHAT_NOUN.exec(text))?.[1]
      ?.trim()
      .split(/\s+/) ?? [];
  const end = words.findIndex((word) => VERBS.test(word));
  return termsOf((end === -1 ? words.slice(0, 1) : words.slice(0, end)).join(' '));
}

/** Quotation marks, a hyphen before a word, `OR` and `*` are operators of the search. */
function queryOf(text: string, terms: readonly Term[]): string {
  const plain = text
    .replace(/["“”*]/g, ' ')
    .replace(/(?<!\S)-+/g, ' ')
    .replace(/\bOR\b/g, 'or');
  return (terms.length > 0 ? plain : text).slice(0, LONGEST_QUERY).toWellFormed();
}

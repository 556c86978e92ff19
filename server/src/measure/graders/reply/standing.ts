import type { Language } from '../languages/language.ts';
import { hasDecimalComma, LANGUAGES } from '../languages/languages.ts';
import { wordsPatternOfLanguages } from './words.ts';

/** How far back in a line the beginning of a sentence is searched for. */
export const MAX_SENTENCE_LOOKBACK = 200;
const MARKS = /[\s>#*_`•([{【"'~\-–—,.:!…]+/y;
export const SENTENCE_END_PATTERN = /[.!?;:](?= )|[。！？।;؟]/g;

/** The grammar around an announcement, in the languages of the announcement. */
export interface Grammar {
  after: RegExp;
  is: RegExp;
  denied: RegExp;
  /** `the answer Paris is` in languages with the verb at the end. */
  verbLast: RegExp;
  before: RegExp;
  condition: RegExp;
  supposed: RegExp;
  but: RegExp;
  decimalComma: boolean;
  /** Whether no language of the word writes a decimal point: `solution` is English too. */
  neverPoint: boolean;
}

const grammars = new Map<string, Grammar>();

export function grammarOf(languages: readonly Language[]): Grammar {
  const key = languages.map((language) => LANGUAGES.indexOf(language)).join();
  const known = grammars.get(key) ?? makeGrammar(languages);
  grammars.set(key, known);
  return known;
}

function makeGrammar(languages: readonly Language[]): Grammar {
  const words = (field: 'after' | 'is' | 'not' | 'ends' | 'before' | 'condition' | 'supposed' | 'but') =>
    wordsPatternOfLanguages(languages, field);
  return {
    after: new RegExp(`^(?:[*_\`]{0,3} ?${words('after')}){0,3}`, 'iu'),
    is: new RegExp(`^[*_\`]{0,3} ?${words('is')}( ?[:：])?`, 'iu'),
    denied: new RegExp(`^[*_\`]{0,3} ?${words('not')}(?: ?${words('is')})?`, 'iu'),
    verbLast: new RegExp(`^ (?=\\S.{0,200}${words('ends')}[।.!۔]?$)`, 'iu'),
    before: new RegExp(`${words('before')}[,:.!…]{0,3}`, 'iuy'),
    condition: new RegExp(words('condition'), 'iu'),
    supposed: new RegExp(words('supposed'), 'iu'),
    but: new RegExp(words('but'), 'giu'),
    decimalComma: languages.some(hasDecimalComma),
    neverPoint: languages.every(hasDecimalComma),
  };
}

/**
 * The position of an announcement in its line: at the beginning except for marks and words that lead to an answer, at
 * the beginning of a sentence or clause, or inside. Null for quotations and assumptions.
 */
export function standingOf(
  folded: string,
  at: number,
  grammar: Grammar,
): 'line' | 'sentence' | 'inside' | null {
  const back = folded.slice(Math.max(0, at - MAX_SENTENCE_LOOKBACK), at);
  const whole = at <= MAX_SENTENCE_LOOKBACK && leads(back, grammar);
  if (whole) return 'line';
  if (/["`«][^"`«\s]{0,12} ?[^"`«\s]{0,12} ?$/.test(back.slice(-28)) && /["`«]/.test(folded.slice(at)))
    return null;
  const sentence = back.slice(lastEnd(back, SENTENCE_END_PATTERN));
  const clause = sentence.slice(lastEnd(sentence, grammar.but));
  if (grammar.supposed.test(clause)) return null;
  if (leads(sentence, grammar) || leads(clause, grammar)) return 'sentence';
  const part = clause.slice(clause.lastIndexOf(', ') + 1);
  return part.length < clause.length && leads(part, grammar) && !grammar.condition.test(clause)
    ? 'sentence'
    : 'inside';
}

/** The end of the last match; 0 if there is none. */
export function lastEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

/** Whether there are only marks and words that lead to an answer; read once from left to right. */
function leads(text: string, { before }: Grammar): boolean {
  let at = 0;
  while (at < text.length) {
    MARKS.lastIndex = at;
    before.lastIndex = at;
    const match = MARKS.exec(text) ?? before.exec(text);
    if (match === null || match[0] === '') return false;
    at += match[0].length;
  }
  return true;
}

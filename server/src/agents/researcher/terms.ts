import { comparable, porterStem, STOP_WORDS, wordsOf } from '../../search/search.ts';
import { groupsOf, withoutPhrases } from './alike.ts';
import { IRREGULAR, isCommon } from './languages.ts';

/** A word as it is compared: without case, accents and endings, and with the groups of words that are alike. */
export interface Term {
  /** As it is written. */
  word: string;
  stem: string;
  groups: readonly number[];
}

/** *won't* is not *won*. */
const NOT = /(?<!\p{L})(?:ca|wo)n['’]t(?!\p{L})|(?<=\p{L})n['’]t(?!\p{L})|(?<=^\W*)May(?= \p{Ll})/giu;

const known = new Map<string, Term>();
const MOST_KNOWN = 20_000;

/** The words of a text that say something about its subject. */
export function termsOf(text: string): Term[] {
  return wordsOf(withoutPhrases(text).replace(NOT, '')).filter(isContent).map(termOf);
}

function isContent(word: string): boolean {
  const plain = word.toLowerCase();
  // The month has a capital.
  if (word === 'may') return false;
  // 何, 誰, 番, 者: what is asked, as question words are.
  if (/^(?:何.?|[誰番者])$/u.test(word)) return false;
  if (STOP_WORDS.has(plain) || isCommon(plain)) return false;
  // Particles and endings of Japanese; what carries meaning has other characters.
  return !/^[\p{sc=Hiragana}ー]+$/u.test(word) && !(/^\p{L}$/u.test(word) && /[a-z]/.test(word));
}

function termOf(word: string): Term {
  const found = known.get(word);
  if (found) return found;
  const stem = stemOf(comparable(word));
  const term = { word, stem, groups: groupsOf(stem) };
  // Cleared as a whole: an answer reads a few thousand words, most of them again and again.
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, term);
  return term;
}

function stemOf(word: string): string {
  const stem = porterStem(IRREGULAR.get(word) ?? word);
  // gespeichert and Speicherung, geprüft and Prüfung: German participles.
  return /^ge[a-z]{5,}t$/.test(word) ? word.slice(2, -1) : stem;
}

const SAME_BEGINNING = 5;

/** How far two words name the same: 1 for equal stems, less for a shared beginning, a part of a compound, or alike. */
function similarity(a: Term, b: Term): number {
  if (a.stem === b.stem) return 1;
  if (/\d/.test(a.stem) || /\d/.test(b.stem)) return 0;
  const [shorter, longer] = a.stem.length <= b.stem.length ? [a.stem, b.stem] : [b.stem, a.stem];
  if (shorter.length >= SAME_BEGINNING) {
    let shared = 0;
    while (shared < shorter.length && shorter[shared] === longer[shared]) shared++;
    if (shared >= SAME_BEGINNING && shared >= 0.7 * longer.length) return 0.9;
    if (longer.includes(shorter)) return 0.6;
  }
  return a.groups.some((group) => b.groups.includes(group)) ? 0.8 : 0;
}

/** By list and term: chunks, titles and headings are shared by many sentences. A list lives as long as its answer. */
const compared = new WeakMap<readonly Term[], Map<Term, number>>();

/** How far the most similar of some words is similar to a word. */
export function best(term: Term, terms: readonly Term[]): number {
  const known = compared.get(terms) ?? new Map<Term, number>();
  compared.set(terms, known);
  const before = known.get(term);
  if (before !== undefined) return before;
  let most = 0;
  for (const other of terms) {
    most = Math.max(most, similarity(term, other));
    if (most === 1) break;
  }
  known.set(term, most);
  return most;
}

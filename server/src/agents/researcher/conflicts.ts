import { numbersOf } from '../citations/numbers.ts';
import type { Candidate } from './candidates.ts';
import { type Counted, countsIn, type NumberedWord, type ReadQuestion } from './read-question.ts';
import { best, type Term, termsOf } from './terms.ts';

/** Less than this is no mention of a name at all. */
const LEAST_NAME = 0.6;
/** Less than this is no mention of what is counted. */
const LEAST_COUNTED = 0.5;

/** Whether a sentence speaks of another name, number or count than the question. */
export function speaksOfOther(
  { names, numbered, codes, counted }: ReadQuestion,
  candidate: Candidate,
): boolean {
  return (
    names.some((name) => lacksName(name, candidate) || namesAnother(name, candidate)) ||
    numbered.some((pair) => numbersAnother(pair, candidate)) ||
    codes.some((code) => lacksCode(code, candidate)) ||
    counted.some((count) => countsAnother(count, candidate))
  );
}

/** Whether a name has a word that stands nowhere in what was found of the source, its title and headings included. */
function lacksName(name: readonly string[], { title, headings, source }: Candidate): boolean {
  return name.some((word) =>
    termsOf(word).some(
      (term) => Math.max(...[source, title, headings].map((terms) => best(term, terms))) < LEAST_NAME,
    ),
  );
}

/** Whether the sentence names another of the same family: *Kestrel Small 3* where *Kestrel Large 3* is asked about. */
function namesAnother(name: readonly string[], { text }: Candidate): boolean {
  if (name.length < 2) return false;
  const words = text.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? [];
  const wanted = new Set(name.map((word) => word.toLowerCase()));
  let other = false;
  for (const [at, word] of words.entries()) {
    if (!wanted.has(word.toLowerCase())) continue;
    const run = nameAround(words, at).map((one) => one.toLowerCase());
    if (name.every((one) => run.includes(one.toLowerCase()))) return false;
    if (run.length >= name.length && run.some((one) => !wanted.has(one))) other = true;
  }
  return other;
}

function nameAround(words: readonly string[], at: number): string[] {
  const isName = (word: string | undefined) => word !== undefined && /^[\p{Lu}\p{N}]/u.test(word);
  let from = at;
  let to = at;
  while (isName(words[from - 1])) from--;
  while (isName(words[to + 1])) to++;
  return words.slice(from, to + 1);
}

/** Whether the sentence has the word with another number: *zone 2* where *zone 3* is asked about. */
function numbersAnother({ word, number, isBefore }: NumberedWord, { text, found, head }: Candidate): boolean {
  const column = columnOf(termsOf(word), head);
  const cell = text.split('|')[column];
  const isInName = termsOf(`${head?.text.split('|')[column]}`).length > 1;
  if (cell !== undefined && !isInName && !isBefore)
    return !new RegExp(`(?<![\\p{L}\\d.,])${number.replace('.', '\\.')}(?![\\p{L}\\d]|[.,]\\d)`, 'u').test(
      cell,
    );
  const pattern = isBefore
    ? new RegExp(`(?<![\\p{sc=Latin}\\d.,])([A-Z]|\\d+)${word}`, 'gu')
    : new RegExp(`(?<!\\p{L})${word}s?[\\s-](\\d+(?:[.,]\\d+)*|\\p{L})(?![\\p{L}\\d])`, 'giu');
  const writtenIn = (one: string) =>
    Array.from(one.matchAll(pattern), ([, written = '']) => written).filter(
      (written) => !/^\p{Ll}$/u.test(written),
    );
  const around = [text, found.location.heading.join('\n'), found.source_title, found.text];
  const numbers = around.map(writtenIn).find((some) => some.length > 0) ?? [];
  return (
    numbers.length > 0 &&
    !numbers.includes(number) &&
    !new RegExp(`(?<![\\d.,])${number.replace('.', '\\.')}(?![.,]?\\d)`).test(text)
  );
}

/** `acme-medium-3` is `acme medium 3`. */
function loosely(code: string): string {
  return code.split(/[-._\s]/).join('[\\s._-]?');
}

export function exactly(code: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${loosely(code)}(?![\\p{L}\\p{N}]|[-.][\\p{L}\\p{N}])`, 'iu');
}

/** Whether a name with digits is missing: the sentence has another of its form, or what was found of the source has not it. */
function lacksCode(code: string, { text, found, kind, source }: Candidate): boolean {
  const pattern = exactly(code);
  if (pattern.test(text)) return false;
  const form = loosely(code).replace(/\d+\p{L}*/gu, '\\d+\\p{L}*');
  if (new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`, 'iu').test(text)) return true;
  // A row speaks of what its own cells name.
  const around = [found.location.heading.join(' '), found.source_title, kind === 'row' ? '' : found.text];
  if (around.some((one) => pattern.test(one))) return false;
  return kind === 'row' || termsOf(code).length > 1 || termsOf(code).some((term) => best(term, source) < 1);
}

/** Whether the sentence counts the same things to another number: *four accelerators* where *eight* are asked about. */
function countsAnother({ value, terms }: Counted, { text, head }: Candidate): boolean {
  const cell = text.split('|')[columnOf(terms, head)];
  if (cell !== undefined && /\d/.test(cell)) return !numbersOf(cell).includes(value);
  const counts = countsIn(text);
  const same = counts.filter((one) => terms.some((term) => best(term, one.terms) === 1));
  return same.length > 0 && !counts.some((one) => one.value === value);
}

/** The column of a table whose name has one of the words; -1 where there is none. */
function columnOf(terms: readonly Term[], head: Candidate['head']): number {
  return (head?.text ?? '')
    .split('|')
    .findIndex((name) => termsOf(name).some((term) => best(term, terms) === 1));
}

/** Whether all numbers of a sentence count something else than what the question counts. */
export function countsOther({ counts }: ReadQuestion, { text, kind }: Candidate): boolean {
  if (counts.length === 0 || kind === 'row') return false;
  const isCounted = (terms: readonly Term[]) => counts.some((term) => best(term, terms) >= LEAST_COUNTED);
  return !countsIn(text).some(
    ({ terms, before, hasUnit }) => isCounted(terms) || (!hasUnit && isCounted(before)),
  );
}

/** Whether a number of things that the question names stands nowhere in the sentence or above it. */
export function lacksCount({ counted }: ReadQuestion, { text, headings, head, title }: Candidate): boolean {
  if (counted.length === 0) return false;
  const around = [...headings, ...title].map(({ word }) => word).join(' ');
  const numbers = numbersOf(`${text}\n${head?.text ?? ''}\n${around}`);
  return counted.some(({ value }) => !numbers.includes(value));
}

const ORDERED =
  /^\W*(?:which|who|what|wer|welche[rnsm]?|qui|quel(?:le)?)(?!\p{L}).*(?<!\p{L})(?:after|before|nach|vor|après|avant)(?!\p{L}) (?:the|that|this|der|die|das|dem|le|la|l)/iu;
const ORDER =
  /(?<!\p{L})(?:after|before|then|next|follow\w*|first|last|preced\w*|later|earlier|danach|nach|vor|zuerst|dann|folg\w*|après|avant|puis|ensuite|suiv\w*)(?!\p{L})/iu;

/** Whether the question asks for what comes before or after something, and the sentence tells no order. */
export function lacksOrder({ text }: ReadQuestion, { text: said }: Candidate): boolean {
  return ORDERED.test(text) && !ORDER.test(said);
}

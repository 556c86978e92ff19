import type { RelevantPassage, ShownPassage } from './question.ts';
import { comparableText, containsQuote } from './quotes.ts';
import { matchPassages } from './ranking.ts';

/** One citation in a response. */
export interface Citation {
  /** The index of the passage it names, from 0; null if there is none. */
  passage: number | null;
  /** The words it quotes; null if it only names a passage. */
  quote: string | null;
  /** Whether the chunk contains the quoted words. */
  verified: boolean;
  /** Whether it is verified and the passage is one of the relevant ones. */
  supports: boolean;
}

export interface CitedAnswer {
  citations: readonly Citation[];
  /** Sentences of the response, and how many of them have a citation that supports them. */
  statements: number;
  supported: number;
  /** Share of the citations that support their statement; 0 without citations. */
  precision: number;
  /** Share of the statements that are supported; 0 without statements. */
  recall: number;
}

const CITATION = /\[\s*([^\]:"“”\n]{1,200}?)\s*(?::\s*["“”](.{0,4000}?)["“”]\s*)?\]/gsu;
const ANSWER_LINE = /^[\s*_]*answer[\s*_]*:.*$/gimu;

/**
 * The citations of a response, as `[2: "words of the passage"]` or `[2]`, where 2 is the number of a passage from 1, or
 * its id. They are checked only by their words: precision and recall are those of ALCE (Gao et al., EMNLP 2023, section
 * 3.3) with a verified quote of a relevant passage instead of a model that judges whether the passage entails the
 * sentence.
 */
export function readCitations(
  answer: string,
  passages: readonly ShownPassage[],
  relevant: readonly RelevantPassage[],
): CitedAnswer {
  const found = matchPassages(passages, relevant);
  const texts = passages.map(({ text }) => comparableText(text));
  const citations: (Citation & { at: number })[] = [];
  let plain = '';
  let last = 0;
  const said = answer.replaceAll(ANSWER_LINE, '');
  for (const match of said.matchAll(CITATION)) {
    const named = placeOf(match[1] ?? '', passages);
    if (named === undefined) continue;
    plain += said.slice(last, match.index);
    last = match.index + match[0].length;
    const quote = match[2] ?? null;
    const verified =
      named !== null && quote !== null && containsQuote(texts[named] as string, comparableText(quote));
    const supports = verified && (found[named] ?? []).length > 0;
    citations.push({ passage: named, quote, verified, supports, at: plain.trimEnd().length });
  }
  plain += said.slice(last);
  const statements = sentencesOf(plain);
  const supported = statements.filter(({ start, end }) =>
    citations.some(({ at, supports }) => supports && at > start && at <= end),
  );
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    citations: citations.map(({ at: _, ...citation }) => citation),
    statements: statements.length,
    supported: supported.length,
    precision: share(citations.filter(({ supports }) => supports).length, citations.length),
    recall: share(supported.length, statements.length),
  };
}

/** The response without its citations, as graders read it: a number in a quote is not part of the answer. */
export function withoutCitations(answer: string, passages: readonly ShownPassage[]): string {
  return answer.replaceAll(CITATION, (whole, named: string) =>
    placeOf(named, passages) === undefined ? whole : '',
  );
}

/** Null for a number that no passage has; undefined if it names no passage. */
function placeOf(named: string, passages: readonly ShownPassage[]): number | null | undefined {
  const byId = passages.findIndex(({ id }) => id === named);
  if (byId !== -1) return byId;
  if (!/^\d{1,3}$/.test(named)) return undefined;
  const place = Number(named) - 1;
  return place >= 0 && place < passages.length ? place : null;
}

/** The sentences of a text by the rules of Unicode, without those that have no letter or digit. */
function sentencesOf(text: string): { start: number; end: number }[] {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].flatMap(
    ({ segment, index }) => {
      const said = segment.trimEnd();
      return /[\p{L}\p{N}]/u.test(said) ? [{ start: index, end: index + said.length }] : [];
    },
  );
}

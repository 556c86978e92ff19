import { decimal } from '@touchstone/report/figures';
import type { SearchResults } from '../../../knowledge/search/search.ts';
import type { Citation } from '../answer.ts';
import { findSentences, type Sentence } from '../citations/sentences.ts';
import { escapeMarkdown } from '../plain.ts';
import { findInstructions } from './instructions.ts';

type FoundPassage = SearchResults['results'][number];

/** A passage of a found chunk, with the score of the search. */
export interface Passage {
  citation: Citation;
  score: number;
}

/** Maximum passages shown in one answer. */
const MAX_PASSAGES = 5;
/** Minimum share of the best score; passages below it are too far from the question. */
const MIN_SHARE = 0.1;
/** Maximum length of a passage; a longer sentence is shown whole. */
const PASSAGE_CHARACTERS = 500;

/**
 * From each found chunk, the sentences around the one with the most words of the question, in search order. JSON
 * lines, sentences that instruct programs, and repeated texts are omitted.
 */
export function closestPassages(results: readonly FoundPassage[]): Passage[] {
  const passages: Passage[] = [];
  const shown = new Set<string>();
  for (const found of results) {
    const least = MIN_SHARE * (passages[0]?.score ?? 0);
    if (passages.length === MAX_PASSAGES || found.score < least) break;
    const range = isReadable(found) ? passageIn(found) : null;
    if (range === null) continue;
    const quote = found.text.slice(range.start, range.end);
    if (shown.has(quote)) continue;
    shown.add(quote);
    const { chunk_id, source_id, source_title, location, url, score } = found;
    const mark = passages.length + 1;
    passages.push({
      citation: { mark, quote, chunk_id, source_id, source_title, ...range, location, url },
      score,
    });
  }
  return passages;
}

/** Rows of JSON lines are omitted: they would be shown as escapes and field names, and a test set states nothing. */
const isReadable = ({ is_dataset, text }: FoundPassage) => !(is_dataset && /"[^"\n]{1,60}"\s*:/.test(text));

/** Consecutive whole sentences around the best match; null if all are omitted. */
function passageIn({ text, excerpt }: FoundPassage): { start: number; end: number } | null {
  const sentences = findSentences(text);
  const instructed = findInstructions(text, sentences);
  const isShown = (at: number) => {
    const sentence = sentences[at];
    return sentence !== undefined && !instructed.has(sentence);
  };
  const matching = excerpt && sentences.findIndex(({ end }) => end > excerpt.start);
  const best =
    matching !== null && isShown(matching) ? matching : sentences.findIndex((_, at) => isShown(at));
  if (best === -1) return null;
  let [first, last] = [best, best];
  const lengthOf = (from: number, to: number) =>
    (sentences[to] as Sentence).end - (sentences[from] as Sentence).start;
  const fits = (from: number, to: number) =>
    isShown(from) && isShown(to) && lengthOf(from, to) <= PASSAGE_CHARACTERS;
  for (;;) {
    if (fits(first, last + 1)) last++;
    else if (fits(first - 1, last)) first--;
    else break;
  }
  // Leading headings are already shown as the position of the passage.
  while (first < best && sentences[first]?.kind === 'heading') first++;
  return { start: (sentences[first] as Sentence).start, end: (sentences[last] as Sentence).end };
}

/**
 * A passage in Markdown: its mark, position and score, and its text in a fence, so that Markdown and page show the
 * source character for character.
 */
export function showPassage({ citation, score }: Passage): string {
  const { mark, quote } = citation;
  const runs = quote.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `[${mark}] ${placeOf(citation)}, score ${decimal(score)}\n\n${fence}text\n${quote}\n${fence}`;
}

function placeOf({ source_title, location }: Citation): string {
  const { heading, page, path, start_line: line, start_seconds: second } = location;
  const places = [
    source_title,
    ...heading,
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(path === undefined ? [] : [line === undefined ? path : `${path}:${line}`]),
    ...(second === undefined ? [] : [`second ${Math.floor(second)}`]),
  ];
  return places.map(escapeMarkdown).join(' › ');
}

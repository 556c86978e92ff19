import { count } from '@touchstone/report/figures';
import { impossibleField } from '../../kernel/errors.ts';
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { readJsonLines } from '../../knowledge/reading/tables/tables.ts';
import { createGraderChooser } from '../graders/graders.ts';
import {
  comparableText,
  containsQuote,
  type RelevantPassage,
  readQuestion,
  type WrittenQuestion,
  type WrittenRelevant,
} from '../retrieval/retrieval.ts';
import type { Benchmark, ItemsRequest, SampledItems } from './benchmark.ts';
import { type Item, toItem } from './item.ts';
import { FROM_SOURCE, itemsOfSource, type SourceFormat } from './items-of-source.ts';
import { type Passage, type Passages, shownPassage } from './passages.ts';

/** Maximum questions: each item contains its passages, and a request waits for their search. */
const MAX_QUESTIONS = 10_000;
const MAX_PASSAGES = 200_000;

/** Your own questions with the passages that answer them, as docs/reference/kinds.md#retrieval describes them. */
export const rag: Benchmark = {
  ...FROM_SOURCE,
  type: 'rag',
  title: 'Your own questions with their passages',
  measures:
    'Whether a target finds the passages that answer a question, answers from them, cites them and refuses otherwise; and whether the retriever or the reader loses points.',
  doesNotMeasure:
    'Whether a cited passage entails the sentence: citations are checked by their words. Passages that are not marked as relevant count as irrelevant.',
  size: `the lines of the source, up to ${count(MAX_QUESTIONS)}`,
  version: '2',
  metric: 'accuracy',
  conditions: [
    { name: 'gold', label: 'with the right passages' },
    { name: 'none', label: 'without passages' },
  ],
  furtherMetrics: [
    { name: 'recall', label: 'recall of passages' },
    { name: 'precision', label: 'precision of passages' },
    { name: 'ndcg', label: 'nDCG of passages' },
    { name: 'citation_precision', label: 'citation precision' },
    { name: 'citation_recall', label: 'citation recall' },
    { name: 'answered', label: 'responses that are not refusals' },
    { name: 'right_refusal', label: 'right refusals' },
  ],
  sampleItems,
};

/** The questions, each with the passages that it needs, including questions that nothing answers. */
async function sampleItems(request: ItemsRequest): Promise<SampledItems> {
  const { data, passages, sampleSize } = request;
  if (passages === undefined) throw new Error('rag needs the passages of a workspace.');
  const found = await findPassages(passages, data === undefined ? [] : await wantedOf(data.text), data?.name);
  const chooser = createGraderChooser();
  const format: SourceFormat = {
    type: 'rag',
    holds: 'JSON lines, one question each',
    rowsOf: readJsonLines,
    chooser,
    toItem(fields) {
      const read = readQuestion(fields, chooser);
      return 'problems' in read ? read : questionToItem(read.question, found);
    },
  };
  return itemsOfSource(format, { ...request, sampleSize: Math.min(sampleSize, MAX_QUESTIONS) });
}

type FoundPassages = ReadonlyMap<string, Passage>;

/** The passages to find, by quote or id. */
const keyOf = ({ quote, id, source }: WrittenRelevant) =>
  JSON.stringify([quote ?? null, id ?? null, source ?? null]);

/** The passages of the sources that lines name only by a quote or an id. */
async function wantedOf(text: string): Promise<WrittenRelevant[]> {
  const wanted = new Map<string, WrittenRelevant>();
  for await (const row of readJsonLines(text)) {
    const read = 'fields' in row ? readQuestion(row.fields, createGraderChooser()) : { problems: [] };
    if ('problems' in read) continue;
    for (const one of read.question.relevant) if (one.text === undefined) wanted.set(keyOf(one), one);
  }
  return [...wanted.values()];
}

function questionToItem(
  { question, answer, relevant, refusal, cluster, metadata }: WrittenQuestion,
  found: FoundPassages,
): { item: Item } | { problems: string[] } {
  const problems: string[] = [];
  const known = relevant.map(({ source: _, text, ...one }, i): RelevantPassage => {
    const passage = found.get(keyOf(relevant[i] as WrittenRelevant));
    if (text === undefined && passage === undefined)
      problems.push(notFound(relevant[i] as WrittenRelevant, `/relevant/${i}`));
    return { ...one, text: text ?? (passage ? shownPassage(passage).text : '') };
  });
  if (problems.length > 0) return { problems };
  return {
    item: toItem({
      input: [{ role: 'user', content: question }],
      expected: answer?.expected ?? [],
      grader: answer?.grader ?? { type: 'refusal', options: {} },
      retrieval: { condition: 'retrieved', isAnswerable: answer !== null, relevant: known, refusal },
      ...(cluster !== undefined && { cluster }),
      ...(metadata && { metadata }),
    }),
  };
}

function notFound({ quote, id, source }: WrittenRelevant, at: string): string {
  if (quote === undefined)
    return `${at}/id "${id}" is not a passage of a ready source; add the passage's text if it belongs to an application, or use a chunk_id from search`;
  const where = source === undefined ? 'in no source that is ready' : `not in the source "${source}"`;
  return `${at}/quote is ${where}: "${quote.slice(0, 80)}". Copy the words from one of its passages, or add the whole passage as text`;
}

/**
 * The first passage of the sources that matches each; passages that are not found are absent. Evaluation data is not
 * searched, nor are the questions themselves (`own` is their title), which contain every quote.
 */
async function findPassages(
  passages: Passages,
  wanted: readonly WrittenRelevant[],
  own: string | undefined,
): Promise<FoundPassages> {
  const found = new Map<string, Passage>();
  if (wanted.length === 0) return found;
  const yieldToEventLoop = createYieldToEventLoop();
  const looking = createLooking(wanted);
  let seen = 0;
  for await (const page of passages.all()) {
    seen += page.length;
    if (seen > MAX_PASSAGES) throw tooMany();
    for (const passage of page) {
      await yieldToEventLoop();
      if (passage.isDataset || passage.title === own) continue;
      for (const one of looking(passage)) {
        const key = keyOf(one);
        if (!found.has(key)) found.set(key, passage);
      }
    }
  }
  return found;
}

const LEAD = 3;

/** Finds which wanted passage a passage is; compares only those whose first words occur in it. */
function createLooking(wanted: readonly WrittenRelevant[]) {
  const byId = Map.groupBy(wanted, ({ id }) => id);
  const quotes = wanted.flatMap((one) =>
    one.quote === undefined ? [] : [{ one, quote: comparableText(one.quote) }],
  );
  const leads = Map.groupBy(quotes, ({ quote }) => wordsOf(quote).slice(0, LEAD).join(' '));
  return ({ chunkId, sourceId, title, text }: Passage): WrittenRelevant[] => {
    const said = comparableText(text);
    const words = wordsOf(said);
    const near = new Set<string>();
    for (let at = 0; at < words.length; at++)
      for (let length = 1; length <= LEAD; length++) near.add(words.slice(at, at + length).join(' '));
    const held = [...near].flatMap((lead) => leads.get(lead) ?? []);
    return [
      ...(byId.get(chunkId) ?? []),
      ...held.flatMap(({ one, quote }) =>
        (one.source === undefined || one.source === sourceId || one.source === title) &&
        containsQuote(said, quote)
          ? [one]
          : [],
      ),
    ];
  };
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function tooMany() {
  const most = count(MAX_PASSAGES);
  return impossibleField(
    '/subset',
    `rag searches for quotes in at most ${most} passages, and this workspace has more; add the passages as text, or use a workspace with fewer sources.`,
    'limit_exceeded',
  );
}

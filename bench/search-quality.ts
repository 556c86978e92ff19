/**
 * nDCG@10 of the three modes on collections in BEIR layout, and how far the meaning leads the words in each:
 *
 *   node bench/search-quality.ts <folder> … [--held-back <folder> …]
 *
 * Of one collection: what `hybrid` is worth when one of its rankings is bad or the model has not seen a fifth of the
 * documents, and what the rule for common words costs. Of several: the weight of the meaning by leaving one collection
 * out, each measured with the rule that was best on the others, by what they lose to the better of `keyword` and
 * `semantic`; and keyword search beside a BM25 that the others tuned. Those held back choose nothing.
 */
import { parseArgs } from 'node:util';
import { createHybridKeywordScorer } from '../server/src/knowledge/search/keyword/hybrid-keyword-scores.ts';
import { COMMON_PHRASE_RULE } from '../server/src/knowledge/search/keyword/keyword-phases.ts';
import { withoutAbsentPhrases } from '../server/src/knowledge/search/keyword/keyword-plan.ts';
import { searchKeywords } from '../server/src/knowledge/search/keyword/keyword-search.ts';
import { foldIntoModel } from '../server/src/knowledge/search/lsa/lsa-model.ts';
import { seededRandom } from '../server/src/knowledge/search/lsa/seeded-random.ts';
import { scaleToLengthOne } from '../server/src/knowledge/search/lsa/term-matrix.ts';
import { type HybridQuery, searchHybrid } from '../server/src/knowledge/search/query/hybrid-search.ts';
import { parseQuery } from '../server/src/knowledge/search/query/parse-query.ts';
import { planKeywords } from '../server/src/knowledge/search/query/plan-keywords.ts';
import {
  FUSION_RULE,
  type FusionRule,
  semanticWeight,
} from '../server/src/knowledge/search/rank/fuse-scores.ts';
import { CANDIDATES_PER_RANKING } from '../server/src/knowledge/search/semantic/semantic-search.ts';
import { BM25_GRID, tunedBm25 } from './lib/bm25.ts';
import { type Collection, mean, ndcgAt10, readCollection } from './lib/collection.ts';
import { tableHead, tableRow } from './lib/harness.ts';
import {
  type IndexedCollection,
  indexCollection,
  UNLIMITED_KEYWORD_REQUEST,
} from './lib/index-collection.ts';

const WEIGHT_STEPS = 20;
const MODES = ['keyword', 'semantic', 'hybrid'] as const;
const everything = { sources: null, accepts: () => true };
const random = seededRandom(1);
const always = (weight: number): FusionRule => ({
  ...FUSION_RULE,
  from: 0,
  slope: 0,
  least: weight,
  most: weight,
});

const RULES: readonly FusionRule[] = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9].flatMap((from) =>
  [1, 2, 4].flatMap((slope) =>
    [0, 0.1, 0.2].flatMap((least) =>
      [0.6, 0.7, 0.8, 0.9].map((most) => ({ ...FUSION_RULE, from, slope, least, most })),
    ),
  ),
);
/** A constant weight, for comparison. */
const FIXED: readonly FusionRule[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map(always);

/** A collection and its nDCG@10 in every mode. */
interface Studied {
  readonly name: string;
  readonly collection: Collection;
  readonly lead: number;
  readonly modes: readonly number[];
  /** nDCG@10 of hybrid search for each semantic weight from 0 to 1, in equal steps. */
  readonly byWeight: readonly number[];
  /** nDCG@10 of BM25 for each pair of parameters. */
  readonly bm25: readonly number[];
}

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { 'held-back': { type: 'string', multiple: true } },
});
if (folders.length === 0)
  throw new Error('Name folders that hold corpus.jsonl, queries.jsonl and qrels.tsv.');
tableHead('collection', 'documents, queries', 'lead', ...MODES, 'hybrid to the better side');
const studied = folders.map((folder) => study(folder, folders.length > 1));
if (folders.length > 1) {
  const heldBack = (values['held-back'] ?? []).map((folder) => study(folder, true));
  console.log('');
  tableHead(
    'collection',
    'by the rule of the others',
    'by one weight of the others',
    'keyword to BM25 of the others',
  );
  for (const one of [...studied, ...heldBack]) {
    const others = studied.filter((other) => other !== one);
    const [weighed, fixed] = [bestRule(RULES, others), bestRule(FIXED, others)];
    const pair = best(BM25_GRID.map((_, at) => mean(others.map(({ bm25 }) => bm25[at] ?? 0))));
    const toBm25 = (one.modes[0] ?? 0) - (one.bm25[pair] ?? 0);
    tableRow(
      one.name,
      signed(gap(one, weighed)),
      signed(gap(one, fixed)),
      `${signed(toBm25)} [${BM25_GRID[pair]}]`,
    );
  }
} else for (const { collection } of studied) printBadRankings(collection);

function study(folder: string, chooses: boolean): Studied {
  const collection = readCollection(folder);
  const indexed = indexCollection(collection.documents);
  const modes = modesOf(indexed, collection);
  const lead = indexed.loaded.lead ?? 0;
  const name = folder.split('/').at(-1) ?? folder;
  const weights = chooses ? Array.from({ length: WEIGHT_STEPS + 1 }, (_, step) => step / WEIGHT_STEPS) : [];
  const byWeight = weights.map((weight) => hybrid(indexed, collection, always(weight)));
  indexed.close();
  const size = `${collection.documents.length}, ${collection.queries.length}`;
  const gained = (modes[2] ?? 0) - Math.max(modes[0] ?? 0, modes[1] ?? 0);
  tableRow(name, size, lead.toFixed(2), ...modes.map((one) => one.toFixed(3)), signed(gained));
  return { name, collection, lead, modes, byWeight, bm25: chooses ? tunedBm25(collection) : [] };
}

function modesOf(indexed: IndexedCollection, { queries }: Collection): number[] {
  return MODES.map((mode) =>
    mean(queries.map(({ text, relevant }) => ndcgAt10(indexed.answer(text, mode), relevant))),
  );
}

/** nDCG@10 of hybrid by another rule; `change` alters what a query is before it is searched. */
function hybrid(
  indexed: IndexedCollection,
  { queries }: Collection,
  rule: FusionRule,
  change: (query: HybridQuery) => HybridQuery = (query) => query,
): number {
  const scores = queries.map(({ text, relevant }) => {
    const query = prepare(indexed, text);
    // A query without a known word is searched by keyword.
    const found = query
      ? searchHybrid(indexed.loaded, change(query), everything, rule).map(({ id }) => indexed.documentOf(id))
      : indexed.answer(text, 'keyword');
    return ndcgAt10(found, relevant);
  });
  return mean(scores);
}

/** How the index is searched with its own words, as the search thread prepares it. */
function prepare({ reader, loaded, countWords }: IndexedCollection, text: string): HybridQuery | null {
  const { vector, known } = foldIntoModel(loaded.model, countWords(text));
  if (!vector) return null;
  return reader.snapshot(() => {
    const plan = withoutAbsentPhrases(
      planKeywords(parseQuery(text)),
      (phrase) => reader.frequency(phrase, 1) > 0,
    );
    const request = { ...UNLIMITED_KEYWORD_REQUEST, plan };
    const whole = createHybridKeywordScorer(reader, request, CANDIDATES_PER_RANKING).scoresIn(null);
    return { vector, known, whole, scoped: whole };
  });
}

/** The gain or loss of a collection against its better side, with a rule. */
function gap({ lead, modes, byWeight }: Studied, rule: FusionRule): number {
  const weight = semanticWeight({ lead, known: 1, unseen: 0 }, rule);
  return (byWeight[Math.round(weight * WEIGHT_STEPS)] ?? 0) - Math.max(modes[0] ?? 0, modes[1] ?? 0);
}

/** The smallest loss against the better side; if equal, the largest gain. */
function bestRule(rules: readonly FusionRule[], others: readonly Studied[]): FusionRule {
  const worth = (rule: FusionRule) =>
    mean(others.map((one) => Math.min(0, gap(one, rule)) + gap(one, rule) / 100));
  return rules[best(rules.map(worth))] ?? FUSION_RULE;
}

function best(all: readonly number[]): number {
  return all.indexOf(Math.max(...all));
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

function printBadRankings(collection: Collection): void {
  const indexed = indexCollection(collection.documents);
  const say = (what: string, score: number) => console.log(`${what}: ${score.toFixed(3)}`);
  say('hybrid with query vectors of noise', hybrid(indexed, collection, FUSION_RULE, noisy));
  say(
    "hybrid with the words' relevance dealt out anew",
    hybrid(indexed, collection, FUSION_RULE, shuffledWords),
  );
  const common = collection.queries.map(({ text, relevant }) => {
    const request = { ...UNLIMITED_KEYWORD_REQUEST, plan: planKeywords(parseQuery(text)) };
    const { hits } = indexed.reader.snapshot(() =>
      searchKeywords(indexed.reader, request, { ...COMMON_PHRASE_RULE, from: 0 }),
    );
    return ndcgAt10(
      hits.map(({ chunkId }) => chunkId),
      relevant,
    );
  });
  say(`keyword without words in more than ${100 * COMMON_PHRASE_RULE.share} % of the chunks`, mean(common));
  indexed.close();
  const stale = indexCollection(shuffled(collection.documents), 0.8);
  for (const [at, score] of modesOf(stale, collection).entries())
    say(`${MODES[at]} with a fifth folded in after training`, score);
  stale.close();
}

function noisy(query: HybridQuery): HybridQuery {
  const vector = query.vector.map((value) => value + 2 * random() - 1);
  scaleToLengthOne(vector);
  return { ...query, vector };
}

function shuffledWords(query: HybridQuery): HybridQuery {
  const { hits, allWords } = query.whole;
  const ids = shuffled(hits.map(({ id }) => id));
  const dealt = hits.map(({ score }, at) => ({ id: ids[at] ?? 0, score }));
  const scores = new Map(dealt.map(({ id, score }) => [id, score]));
  const whole = { hits: dealt, allWords, relevanceOf: (at: number) => scores.get(at) ?? 0 };
  return { ...query, whole, scoped: whole };
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

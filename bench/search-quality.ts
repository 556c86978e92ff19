import {
  createHybridKeywordScorer,
  type HybridKeywordScores,
} from '../server/src/search/keyword/hybrid-keyword-scores.ts';
import { COMMON, type CommonRule } from '../server/src/search/keyword/keyword-phases.ts';
import { searchKeywords } from '../server/src/search/keyword/keyword-search.ts';
import { foldIn } from '../server/src/search/lsa/lsa-model.ts';
import { seededRandom } from '../server/src/search/lsa/seeded-random.ts';
import { scaleToLengthOne } from '../server/src/search/lsa/term-matrix.ts';
import { searchHybrid } from '../server/src/search/query/hybrid-search.ts';
import { parseQuery } from '../server/src/search/query/parse-query.ts';
import { planKeywords } from '../server/src/search/query/plan-keywords.ts';
import { FUSION, fuse } from '../server/src/search/rank/fuse-scores.ts';
import { saturated } from '../server/src/search/rank/rank-hits.ts';
import type { ScoredRow } from '../server/src/search/rank/top-k.ts';
import {
  CANDIDATES_PER_RANKING,
  FEEDBACK,
  scan,
  searchSemantically,
} from '../server/src/search/semantic/semantic-search.ts';
import { type Collection, mean, ndcgAt10, readCollection } from './lib/collection.ts';
import { crossValidate } from './lib/cross-validate.ts';
import { type IndexedCollection, indexCollection, UNHURRIED } from './lib/index-collection.ts';

/**
 * nDCG@10 of the three modes on a collection in BEIR layout, the cross-validation that chose the feedback of `semantic`
 * (bench/search-fusion.ts: what the two sides weigh; bench/search-budget.ts: the posting budget), and the nDCG@10 of
 * `hybrid` when one ranking is bad: node bench/search-quality.ts <folder>.
 */
const FOLDS = 5;
const random = seededRandom(1);
const everything = { sources: null, accepts: () => true };

interface Indexed extends IndexedCollection {
  collection: Collection;
}

function index(collection: Collection, trainedShare = 1): Indexed {
  return { collection, ...indexCollection(collection.documents, trainedShare) };
}

function keywordScoresOf({ reader }: Indexed, text: string): HybridKeywordScores {
  const plan = planKeywords(parseQuery(text));
  return reader.snapshot(() =>
    createHybridKeywordScorer(reader, { ...UNHURRIED, plan }, CANDIDATES_PER_RANKING).scoresIn(null),
  );
}

/** nDCG@10 of keyword search with another rule for common words. */
function keywordWith({ reader, collection }: Indexed, common: CommonRule): number {
  const scores = collection.queries.map(({ text, relevant }) => {
    const plan = planKeywords(parseQuery(text));
    const { hits } = reader.snapshot(() => searchKeywords(reader, { ...UNHURRIED, plan }, common));
    return ndcgAt10(
      hits.map(({ chunkId }) => chunkId),
      relevant,
    );
  });
  return mean(scores);
}

const MODES = ['keyword', 'semantic', 'hybrid'] as const;

/** nDCG@10 of each mode over all queries. */
function modesOf(indexed: Indexed): number[] {
  return MODES.map((mode) =>
    mean(
      indexed.collection.queries.map(({ text, relevant }) => ndcgAt10(indexed.answer(text, mode), relevant)),
    ),
  );
}

function printModes(name: string, scores: readonly number[]): void {
  console.log(`${name}: ${MODES.map((mode, at) => `${mode} ${scores[at]?.toFixed(4)}`).join(', ')}`);
}

/** The mean over collections drawn from one: small workspaces differ much. */
function printSubsets(collection: Collection, documents: number, draws: number): void {
  const drawn = Array.from({ length: draws }, () => {
    const some = index(subset(collection, documents));
    const scores = modesOf(some);
    some.close();
    return scores;
  });
  printModes(
    `${documents} documents, mean of ${draws} draws`,
    MODES.map((_, at) => mean(drawn.map((scores) => scores[at] ?? 0))),
  );
}

/** What every variant starts from. */
interface Prepared {
  relevant: ReadonlySet<string>;
  keyword: HybridKeywordScores;
  query: { vector: Float32Array; known: number };
}

type Variant = (indexed: Indexed, prepared: Prepared) => ScoredRow[];

function prepare(indexed: Indexed): Prepared[] {
  return indexed.collection.queries.flatMap(({ text, relevant }) => {
    const { vector, known } = foldIn(indexed.loaded.model, indexed.countWords(text));
    return vector ? [{ relevant, keyword: keywordScoresOf(indexed, text), query: { vector, known } }] : [];
  });
}

function semanticVariants(): Map<string, Variant> {
  return new Map(
    [0, 3, 5, 10].map((hits) => [
      `feedback ${hits}`,
      ({ loaded }, { query }) =>
        searchSemantically(loaded, query.vector, CANDIDATES_PER_RANKING, everything, { ...FEEDBACK, hits }),
    ]),
  );
}

function measure(indexed: Indexed, prepared: readonly Prepared[], variant: Variant): number[] {
  return prepared.map((one) => {
    const ranking = variant(indexed, one).map(({ id }) => indexed.documentOf(id));
    return ndcgAt10(ranking, one.relevant);
  });
}

/** Each fifth of the queries is measured with the variant that was best on the other four. */
function printChoice(name: string, indexed: Indexed, variants: Map<string, Variant>): void {
  const prepared = prepare(indexed);
  const scores = new Map([...variants].map(([key, variant]) => [key, measure(indexed, prepared, variant)]));
  const { heldOut, chosen, ranked } = crossValidate(scores, FOLDS, random);
  console.log(`${name}, ${FOLDS}-fold: ${heldOut.toFixed(4)} on queries that did not choose`);
  for (const [key, times] of chosen) console.log(`  chosen ${times} times: ${key}`);
  for (const [key, score] of [...ranked.slice(0, 3), ...ranked.slice(-1)])
    console.log(`  ${score.toFixed(4)} ${key}`);
}

const hybrid: Variant = ({ loaded }, { keyword, query }) =>
  searchHybrid(loaded, { ...query, whole: keyword, scoped: keyword }, everything);

/** Hybrid with one ranking made bad, beside both rankings, and beside a mean in which both count alike. */
function degrade(name: string, indexed: Indexed, change: (one: Prepared) => Prepared): void {
  const prepared = prepare(indexed).map(change);
  const show = (variant: Variant) => mean(measure(indexed, prepared, variant)).toFixed(4);
  const rankings = [
    `keyword ${show((_, { keyword }) => keyword.hits)}`,
    `semantic ${show(({ loaded }, { query }) => searchSemantically(loaded, query.vector, CANDIDATES_PER_RANKING, everything))}`,
  ];
  const equal = show(({ loaded }, { keyword, query }) => {
    const found = scan(loaded, query.vector, CANDIDATES_PER_RANKING, everything);
    const ids = [...new Set([...found, ...keyword.hits].map(({ id }) => id))];
    const candidates = ids.map((id) => ({
      id,
      words: saturated(keyword.relevanceOf(id), FUSION.half * keyword.allWords),
      cosine: loaded.rows.productWith(id, query.vector),
    }));
    return fuse(candidates, 0.5);
  });
  console.log(`${name}: ${rankings.join(', ')}, hybrid ${show(hybrid)}, both alike ${equal}`);
}

/** The relevance of the keyword hits dealt out anew among them. */
function shuffledScores({ hits, allWords }: HybridKeywordScores): HybridKeywordScores {
  const ids = shuffled(hits.map(({ id }) => id));
  const dealt = hits.map(({ score }, at) => ({ id: ids[at] ?? 0, score }));
  const scores = new Map(dealt.map(({ id, score }) => [id, score]));
  return { hits: dealt, allWords, relevanceOf: (row) => scores.get(row) ?? 0 };
}

/** What the rule for common words costs, without the bound that protects a small collection. */
function printCommonRule(indexed: Indexed): void {
  const rule = { ...COMMON, from: 0 };
  console.log(
    `keyword: words in more than ${100 * COMMON.share} % of the chunks left out ${keywordWith(indexed, rule).toFixed(4)}, not ${keywordWith(indexed, COMMON).toFixed(4)}`,
  );
}

/** Adds to each number of the query's vector up to `amount` either way. */
function noisy({ query, ...rest }: Prepared, amount: number): Prepared {
  const vector = query.vector.map((value) => value + amount * (2 * random() - 1));
  scaleToLengthOne(vector);
  return { ...rest, query: { ...query, vector } };
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** So many documents drawn, and the queries that still have a relevant one. */
function subset({ documents, queries }: Collection, count: number): Collection {
  const drawn = shuffled(documents).slice(0, count);
  const ids = new Set(drawn.map(({ id }) => id));
  const left = queries.map((query) => ({ ...query, relevant: query.relevant.intersection(ids) }));
  return { documents: drawn, queries: left.filter(({ relevant }) => relevant.size > 0) };
}

function main(folder: string): void {
  const collection = readCollection(folder);
  const { documents, queries } = collection;
  console.log(
    `${documents.length} documents, ${queries.length} queries; nDCG@10, judgements above 0 relevant`,
  );
  const whole = index(collection);
  printModes('as shipped', modesOf(whole));
  printChoice('semantic', whole, semanticVariants());
  for (const amount of [0.1, 0.25, 1])
    degrade(`query vectors with noise ${amount}`, whole, (one) => noisy(one, amount));
  degrade('keyword side shuffled', whole, (one) => ({
    ...one,
    keyword: shuffledScores(one.keyword),
  }));
  printCommonRule(whole);
  whole.close();
  const stale = index({ ...collection, documents: shuffled(documents) }, 0.8);
  printModes('a fifth folded in after training', modesOf(stale));
  stale.close();
  for (const [count, draws] of [
    [10, 20],
    [30, 20],
    [100, 10],
    [300, 5],
  ] as const)
    printSubsets(collection, count, draws);
}

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('Name a folder that holds corpus.jsonl, queries.jsonl and qrels.tsv.');
  process.exitCode = 2;
} else main(folder);

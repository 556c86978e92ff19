import { createHybridKeywordScorer } from '../server/src/search/keyword/hybrid-keyword-scores.ts';
import { withoutAbsent } from '../server/src/search/keyword/keyword-plan.ts';
import { foldIn } from '../server/src/search/lsa/lsa-model.ts';
import { seededRandom } from '../server/src/search/lsa/seeded-random.ts';
import { type HybridQuery, searchHybrid } from '../server/src/search/query/hybrid-search.ts';
import { parseQuery } from '../server/src/search/query/parse-query.ts';
import { planKeywords } from '../server/src/search/query/plan-keywords.ts';
import { FUSION, type FusionRule, semanticWeight } from '../server/src/search/rank/fuse-scores.ts';
import { CANDIDATES_PER_RANKING } from '../server/src/search/semantic/semantic-search.ts';
import { BM25_GRID, tunedBm25 } from './lib/bm25.ts';
import { type Collection, mean, ndcgAt10, readCollection } from './lib/collection.ts';
import { type IndexedCollection, indexCollection, UNHURRIED } from './lib/index-collection.ts';

/**
 * What words and meaning weigh in `hybrid`, chosen by leaving one collection out, and keyword search beside a BM25 that
 * the other collections tuned:
 *
 *     node bench/search-fusion.ts <folder> … [--held-back <folder> …] [--parts]
 *
 * Each collection in BEIR layout is measured with the rule that was best on the others, by what they lose to the better
 * of `keyword` and `semantic`. Those held back choose nothing. Parts drawn from the collections say how the rule does in
 * small workspaces, whose models remember more; they choose nothing either.
 */
const DRAWN: readonly [documents: number, draws: number][] = [
  [30, 4],
  [100, 4],
  [300, 3],
];
const WEIGHT_STEPS = 20;
const everything = { sources: null, accepts: () => true };
const random = seededRandom(1);

function rules(): FusionRule[] {
  const found: FusionRule[] = [];
  for (const from of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    for (const slope of [1, 2, 4])
      for (const least of [0, 0.1, 0.2])
        for (const most of [0.6, 0.7, 0.8, 0.9]) found.push({ ...FUSION, from, slope, least, most });
  // One weight everywhere, for comparison.
  for (const weight of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) found.push(always(weight));
  return found;
}

const always = (weight: number): FusionRule => ({
  ...FUSION,
  from: 0,
  slope: 0,
  least: weight,
  most: weight,
});
const isFixed = ({ least, most }: FusionRule) => least === most;
const nameOf = ({ least, most, slope, from }: FusionRule) =>
  least === most ? `always ${least}` : `${least} + ${slope} (lead − ${from}), at most ${most}`;

/** How an index is searched by its own words, as the search thread prepares it. */
function prepare({ reader, loaded, countWords }: IndexedCollection, text: string): HybridQuery | null {
  const { vector, known } = foldIn(loaded.model, countWords(text));
  if (!vector) return null;
  return reader.snapshot(() => {
    const plan = withoutAbsent(planKeywords(parseQuery(text)), (phrase) => reader.frequency(phrase, 1) > 0);
    const request = { ...UNHURRIED, plan };
    const whole = createHybridKeywordScorer(reader, request, CANDIDATES_PER_RANKING).scoresIn(null);
    return { vector, known, whole, scoped: whole };
  });
}

/** nDCG@10 of one collection. */
interface Measured {
  lead: number;
  keyword: number;
  semantic: number;
  hybrid: number;
  /** Of hybrid with each weight of the meaning, from 0 to 1 in equal steps. */
  byWeight: number[];
}

function measure({ documents, queries }: Collection): Measured {
  const indexed = indexCollection(documents);
  const byMode = (mode: 'keyword' | 'semantic' | 'hybrid') =>
    mean(queries.map(({ text, relevant }) => ndcgAt10(indexed.answer(text, mode), relevant)));
  const [keyword, semantic, hybrid] = [byMode('keyword'), byMode('semantic'), byMode('hybrid')];
  const prepared = queries.map(({ text, relevant }) => ({ text, relevant, query: prepare(indexed, text) }));
  const withWeight = (weight: number) =>
    mean(
      prepared.map(({ text, relevant, query }) => {
        // A query without a known word is searched by keyword.
        const found = query
          ? searchHybrid(indexed.loaded, query, everything, always(weight)).map(({ id }) =>
              indexed.documentOf(id),
            )
          : indexed.answer(text, 'keyword');
        return ndcgAt10(found, relevant);
      }),
    );
  const byWeight = Array.from({ length: WEIGHT_STEPS + 1 }, (_, step) => withWeight(step / WEIGHT_STEPS));
  const { lead } = indexed.loaded;
  indexed.close();
  return { lead: lead ?? 0, keyword, semantic, hybrid, byWeight };
}

/** So many documents drawn, and the queries that still have a relevant one. */
function drawn({ documents, queries }: Collection, count: number): Collection {
  const some = documents
    .map((document) => ({ document, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ document }) => document);
  const ids = new Set(some.map(({ id }) => id));
  const left = queries.map((query) => ({ ...query, relevant: query.relevant.intersection(ids) }));
  return { documents: some, queries: left.filter(({ relevant }) => relevant.size > 0) };
}

const betterSide = ({ keyword, semantic }: Measured) => Math.max(keyword, semantic);

function withRule(measured: Measured, rule: FusionRule): number {
  const weight = semanticWeight({ lead: measured.lead, known: 1, unseen: 0 }, rule);
  return measured.byWeight[Math.round(weight * WEIGHT_STEPS)] ?? 0;
}

interface Studied {
  name: string;
  size: number;
  queries: number;
  whole: Measured;
  /** nDCG@10 of BM25 with each pair of parameters. */
  bm25: number[];
  parts: Measured[];
}

function study(folder: string, withParts: boolean): Studied {
  const collection = readCollection(folder);
  const { documents, queries } = collection;
  const parts = DRAWN.filter(([count]) => withParts && count < documents.length).flatMap(([count, draws]) =>
    Array.from({ length: draws }, () => measure(drawn(collection, count))),
  );
  return {
    name: folder.split('/').at(-1) ?? folder,
    size: documents.length,
    queries: queries.length,
    whole: measure(collection),
    bm25: tunedBm25(collection),
    parts,
  };
}

/** The least loss to the better side; where that is the same, the most gain. */
function bestRule(studied: readonly Studied[], fixed: boolean): FusionRule {
  const worth = (rule: FusionRule) =>
    mean(
      studied.map(({ whole }) => {
        const gap = withRule(whole, rule) - betterSide(whole);
        return Math.min(0, gap) + gap / 100;
      }),
    );
  const all = rules()
    .filter((rule) => isFixed(rule) === fixed)
    .map((rule) => ({ rule, value: worth(rule) }));
  return all.reduce((best, one) => (one.value > best.value ? one : best)).rule;
}

const best = (values: readonly number[]) => values.indexOf(Math.max(...values));

/** The parameters of BM25 that were best on the mean of some collections. */
const bestBm25 = (studied: readonly Studied[]) =>
  best(BM25_GRID.map((_, at) => mean(studied.map(({ bm25 }) => bm25[at] ?? 0))));

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

function print(one: Studied, others: readonly Studied[]): void {
  const { lead, keyword, semantic, hybrid, byWeight } = one.whole;
  const [chosen, fixed] = [bestRule(others, false), bestRule(others, true)];
  const toBetter = (value: number) => `${value.toFixed(3)} (${signed(value - betterSide(one.whole))})`;
  const bm25 = bestBm25(others);
  console.log(
    `${one.name}: ${one.size} documents, ${one.queries} queries, lead ${lead.toFixed(2)}, keyword ${keyword.toFixed(3)}, ` +
      `semantic ${semantic.toFixed(3)}, hybrid as shipped ${toBetter(hybrid)}, ` +
      `chosen by the others ${toBetter(withRule(one.whole, chosen))} [${nameOf(chosen)}], ` +
      `one weight chosen by the others ${toBetter(withRule(one.whole, fixed))} [${nameOf(fixed)}]`,
  );
  console.log(
    `  keyword to BM25 tuned by the others ${signed(keyword - (one.bm25[bm25] ?? 0))} [${BM25_GRID[bm25]}], ` +
      `to BM25 tuned on itself ${signed(keyword - Math.max(...one.bm25))} [${BM25_GRID[best(one.bm25)]}]`,
  );
  console.log(
    `  weights from 0 to 1, to the better side, thousandths: ${byWeight.map((value) => Math.round(1000 * (value - betterSide(one.whole)))).join(' ')}`,
  );
  if (one.parts.length > 0)
    console.log(
      `  parts: hybrid as shipped to the better side ${signed(mean(one.parts.map((part) => part.hybrid - betterSide(part))))}, ` +
        `leads ${one.parts.map((part) => part.lead.toFixed(2)).join(' ')}`,
    );
}

function main(folders: readonly string[], heldBack: readonly string[], withParts: boolean): void {
  const studied = folders.map((folder) => study(folder, withParts));
  for (const one of studied)
    print(
      one,
      studied.filter((other) => other !== one),
    );
  const gaps = studied.map((one) => {
    const others = studied.filter((other) => other !== one);
    return withRule(one.whole, bestRule(others, false)) - betterSide(one.whole);
  });
  console.log(`left out, to the better side: ${gaps.map(signed).join(', ')}, mean ${signed(mean(gaps))}`);
  console.log(`best on all: ${nameOf(bestRule(studied, false))}, shipped: ${nameOf(FUSION)}`);
  for (const folder of heldBack) {
    console.log('held back:');
    print(study(folder, withParts), studied);
  }
}

const args = process.argv.slice(2).filter((arg) => arg !== '--parts');
const at = args.indexOf('--held-back');
const folders = at === -1 ? args : args.slice(0, at);
if (folders.length < 2) {
  console.error('Name two or more folders that hold corpus.jsonl, queries.jsonl and qrels.tsv.');
  process.exitCode = 2;
} else main(folders, at === -1 ? [] : args.slice(at + 1), process.argv.includes('--parts'));

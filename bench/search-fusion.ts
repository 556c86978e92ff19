import { createHybridKeywordScorer } from '../server/src/search/keyword/hybrid-keyword-scores.ts';
import { withoutAbsent } from '../server/src/search/keyword/keyword-plan.ts';
import { foldIn } from '../server/src/search/lsa/lsa-model.ts';
import { seededRandom } from '../server/src/search/lsa/seeded-random.ts';
import { type HybridQuery, searchHybrid } from '../server/src/search/query/hybrid-search.ts';
import { parseQuery } from '../server/src/search/query/parse-query.ts';
import { planKeywords } from '../server/src/search/query/plan-keywords.ts';
import { FUSION, type FusionRule } from '../server/src/search/rank/fuse-scores.ts';
import { CANDIDATES_PER_RANKING } from '../server/src/search/semantic/semantic-search.ts';
import { type Collection, mean, ndcgAt10, readCollection } from './lib/collection.ts';
import { type IndexedCollection, indexCollection, UNHURRIED } from './lib/index-collection.ts';

/**
 * What words and meaning weigh in `hybrid`, chosen by leaving one collection out: node bench/search-fusion.ts <folder> …
 * Each collection in BEIR layout is measured with the rule that was best on the others, by how far it is from the better
 * of `keyword` and `semantic`. Parts drawn from the collections say how the rule does in small workspaces, whose models
 * explain more; they choose nothing, since their draws would decide between neighbours.
 */
const DRAWN: readonly [documents: number, draws: number][] = [
  [100, 4],
  [300, 3],
  [1000, 2],
];
const everything = { sources: null, accepts: () => true };
const random = seededRandom(1);

function rules(): FusionRule[] {
  const found: FusionRule[] = [];
  for (const from of [0.2, 0.25, 0.3])
    for (const slope of [1.5, 2, 2.5, 3])
      for (const least of [0, 0.1, 0.2]) found.push({ ...FUSION, from, slope, least });
  // One weight everywhere, for comparison.
  for (const weight of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    found.push({ ...FUSION, from: 0, slope: 0, least: weight, most: weight });
  return found;
}

const isFixed = ({ least, most }: FusionRule) => least === most;
const nameOf = (rule: FusionRule) =>
  isFixed(rule) ? `always ${rule.least}` : `max(${rule.least}, ${rule.slope} (e − ${rule.from}))`;

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

interface Measured {
  explained: number;
  keyword: number;
  semantic: number;
  /** nDCG@10 of hybrid by each rule. */
  hybrid: number[];
}

function measure(collection: Collection): Measured {
  const indexed = indexCollection(collection.documents);
  const { queries } = collection;
  const byMode = (mode: 'keyword' | 'semantic') =>
    mean(queries.map(({ text, relevant }) => ndcgAt10(indexed.answer(text, mode), relevant)));
  const [keyword, semantic] = [byMode('keyword'), byMode('semantic')];
  const prepared = queries.map(({ text, relevant }) => ({ text, relevant, query: prepare(indexed, text) }));
  const hybrid = rules().map((rule) =>
    mean(
      prepared.map(({ text, relevant, query }) => {
        // A query without a known word is searched by keyword.
        const found = query
          ? searchHybrid(indexed.loaded, query, everything, rule).map(({ id }) => indexed.documentOf(id))
          : indexed.answer(text, 'keyword');
        return ndcgAt10(found, relevant);
      }),
    ),
  );
  const { explained } = indexed.loaded.model;
  indexed.close();
  return { explained, keyword, semantic, hybrid };
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

const gapOf = ({ keyword, semantic, hybrid }: Measured, rule: number) =>
  (hybrid[rule] ?? 0) - Math.max(keyword, semantic);

interface Studied {
  name: string;
  whole: Measured;
  parts: Measured[];
}

function study(folder: string): Studied {
  const collection = readCollection(folder);
  const name = folder.split('/').at(-1) ?? folder;
  const parts = DRAWN.filter(([count]) => count < collection.documents.length).flatMap(([count, draws]) =>
    Array.from({ length: draws }, () => measure(drawn(collection, count))),
  );
  return { name, whole: measure(collection), parts };
}

function bestRule(studied: readonly Studied[], fixed: boolean): number {
  const all = rules();
  const worths = all.map((rule, at) =>
    isFixed(rule) === fixed ? mean(studied.map(({ whole }) => gapOf(whole, at))) : Number.NEGATIVE_INFINITY,
  );
  return worths.indexOf(Math.max(...worths));
}

function main(folders: readonly string[]): void {
  const studied = folders.map(study);
  const all = rules();
  const shipped = all.findIndex((rule) => nameOf(rule) === nameOf(FUSION));
  const gaps: number[] = [];
  for (const one of studied) {
    const { explained, keyword, semantic, hybrid } = one.whole;
    const others = studied.filter((other) => other !== one);
    const [chosen, fixed] = [bestRule(others, false), bestRule(others, true)];
    const show = (rule: number) => `${hybrid[rule]?.toFixed(3)} (${nameOf(all[rule] ?? FUSION)})`;
    gaps.push(gapOf(one.whole, chosen));
    console.log(
      `${one.name}: explained ${explained.toFixed(3)}, keyword ${keyword.toFixed(3)}, semantic ${semantic.toFixed(3)}, ` +
        `hybrid as shipped ${hybrid[shipped]?.toFixed(3)}, chosen by the others ${show(chosen)}, ` +
        `one weight chosen by the others ${show(fixed)}`,
    );
    if (one.parts.length > 0)
      console.log(
        `  parts: hybrid as shipped ${signed(mean(one.parts.map((part) => gapOf(part, shipped))))}`,
      );
  }
  console.log(`held out, to the better side: ${gaps.map(signed).join(', ')}, mean ${signed(mean(gaps))}`);
  console.log(`best on all: ${nameOf(all[bestRule(studied, false)] ?? FUSION)}`);
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

const folders = process.argv.slice(2);
if (folders.length < 2) {
  console.error('Name two or more folders that hold corpus.jsonl, queries.jsonl and qrels.tsv.');
  process.exitCode = 2;
} else main(folders);

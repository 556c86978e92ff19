import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IndexReader, openIndexReader } from '../server/src/search/index/index-reader.ts';
import { createHybridKeywordScorer } from '../server/src/search/keyword/hybrid-keyword-scores.ts';
import { HYBRID_BUDGET, type HybridBudget } from '../server/src/search/keyword/keyword-phases.ts';
import { foldIn } from '../server/src/search/lsa/lsa-model.ts';
import { seededRandom } from '../server/src/search/lsa/seeded-random.ts';
import { searchHybrid } from '../server/src/search/query/hybrid-search.ts';
import { parseQuery } from '../server/src/search/query/parse-query.ts';
import { planKeywords } from '../server/src/search/query/plan-keywords.ts';
import { CANDIDATES_PER_RANKING } from '../server/src/search/semantic/semantic-search.ts';
import { createVectorCache, type LoadedVectors } from '../server/src/search/semantic/vector-cache.ts';
import { createWordCounter, type WordCounter } from '../server/src/search/text/bag-of-words.ts';
import { mean, ndcgAt10, readCollection } from './lib/collection.ts';
import { crossValidate } from './lib/cross-validate.ts';
import { indexCollection, UNHURRIED } from './lib/index-collection.ts';
import { processorMs } from './lib/processor-time.ts';
import { makeZipfIndex, usualQueries } from './lib/zipf-index.ts';
import { quantile, zipfText } from './lib/zipf-text.ts';

/**
 * How many postings the keyword half of a hybrid search may visit: the processor time of each budget in one workspace
 * of generated text, its nDCG@10 on a collection in BEIR layout (without the bounds that protect a small collection),
 * and the cross-validated choice among the budgets within the time.
 *
 *   node bench/search-budget.ts <folder in BEIR layout> [chunks] [p95 allowed, ms]
 */
const [, , folder, chunks = '100000', allowed = '25'] = process.argv;
const QUERIES = 200;
const FOLDS = 5;
const WEIGHTED = [0.03, 0.06, 0.1, 0.15];
const MATCHED = [0, 0.3, 0.6, 1, 1.5, 2];

interface Searched {
  reader: IndexReader;
  loaded: LoadedVectors;
  countWords: WordCounter;
}

interface Choice {
  name: string;
  weighted: number;
  matched: number;
  p95: number;
}

function search({ reader, loaded, countWords }: Searched, query: string, budget: HybridBudget) {
  const plan = planKeywords(parseQuery(query));
  return reader.snapshot(() => {
    const { vector, known } = foldIn(loaded.model, countWords(query));
    if (!vector) return [];
    const whole = createHybridKeywordScorer(
      reader,
      { ...UNHURRIED, plan },
      CANDIDATES_PER_RANKING,
      budget,
    ).scoresIn(null);
    const scope = { sources: null, accepts: () => true };
    return searchHybrid(loaded, { vector, known, whole, scoped: whole }, scope);
  });
}

function timeBudgets(path: string): Choice[] {
  const text = zipfText(50_000, 20_260_101);
  const { sentences } = makeZipfIndex(path, Number(chunks), text);
  const reader = openIndexReader(path);
  const loaded = reader && createVectorCache(2 ** 34).of(path, reader);
  if (!reader || !loaded || loaded === 'too_large') throw new Error('The index has no model.');
  const searched = { reader, loaded, countWords: createWordCounter() };
  const queries = usualQueries(QUERIES, text, sentences);
  const timesOf = (budget: HybridBudget) =>
    queries.map((query) => processorMs(() => search(searched, query, budget))).sort((a, b) => a - b);
  // Frequencies are known from the second search on, as in a service that has been in use.
  timesOf(budgetOf(Math.max(...WEIGHTED), Math.max(...MATCHED)));
  const choices = WEIGHTED.flatMap((weighted) =>
    MATCHED.map((matched) => {
      const p95 = Number(quantile(timesOf(budgetOf(weighted, matched)), 0.95));
      return { name: `weighted ${weighted}, matched ${matched}`, weighted, matched, p95 };
    }),
  );
  reader.close();
  return choices;
}

/** A budget of these shares, within the bounds that are shipped. */
function budgetOf(weighted: number, matched: number): HybridBudget {
  return {
    weighted: { ...HYBRID_BUDGET.weighted, share: weighted },
    matched:
      matched === 0
        ? { share: 0, least: 0, most: 0, spare: 0 }
        : { ...HYBRID_BUDGET.matched, share: matched },
  };
}

/** nDCG@10 of every query under every choice, as if the collection were a large workspace. */
function qualityOf(choices: readonly Choice[], beir: string): Map<string, number[]> {
  const { documents, queries } = readCollection(beir);
  const indexed = indexCollection(documents);
  const unbounded = { least: 0, most: Number.POSITIVE_INFINITY, spare: 0 };
  const scores = choices.map(({ name, weighted, matched }): [string, number[]] => {
    const budget = { weighted: { share: weighted, ...unbounded }, matched: { share: matched, ...unbounded } };
    return [
      name,
      queries.map(({ text, relevant }) => {
        const hits = search(indexed, text, budget);
        return ndcgAt10(
          hits.map(({ id }) => indexed.documentOf(id)),
          relevant,
        );
      }),
    ];
  });
  indexed.close();
  return new Map(scores);
}

function main(beir: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'touchstone-budget-'));
  console.log(
    `machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores; node ${process.version}; ${chunks} chunks; times are of the processor`,
  );
  const choices = timeBudgets(join(scratch, 'index.sqlite'));
  rmSync(scratch, { recursive: true, force: true });
  const scores = qualityOf(choices, beir);
  for (const { name, p95 } of choices)
    console.log(`${name}: nDCG@10 ${mean(scores.get(name) ?? []).toFixed(4)}, p95 ${p95.toFixed(1)} ms`);
  const within = new Set(choices.filter(({ p95 }) => p95 <= Number(allowed)).map(({ name }) => name));
  const affordable = new Map([...scores].filter(([name]) => within.has(name)));
  const { heldOut, chosen } = crossValidate(affordable, FOLDS, seededRandom(1));
  console.log(`${within.size} within ${allowed} ms; ${heldOut.toFixed(4)} on queries that did not choose`);
  for (const [name, times] of chosen) console.log(`  chosen ${times} times: ${name}`);
}

if (folder === undefined) {
  console.error('Name a folder that holds corpus.jsonl, queries.jsonl and qrels.tsv.');
  process.exitCode = 2;
} else main(folder);

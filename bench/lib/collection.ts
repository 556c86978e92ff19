import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A retrieval test collection in BEIR layout. */
export interface Collection {
  documents: { id: string; title: string; text: string }[];
  /** Only queries with at least one relevant document. */
  queries: { id: string; text: string; relevant: ReadonlySet<string> }[];
}

/** Reads `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`; only judgements above 0 are relevant. */
export function readCollection(folder: string): Collection {
  const relevant = new Map<string, Set<string>>();
  for (const line of linesOf(folder, 'qrels.tsv').slice(1)) {
    const [query = '', document = '', judgement = '0'] = line.split('\t');
    if (Number(judgement) <= 0) continue;
    const known = relevant.get(query) ?? new Set();
    relevant.set(query, known.add(document));
  }
  return {
    documents: linesOf(folder, 'corpus.jsonl').map((line) => {
      const { _id, title = '', text } = JSON.parse(line);
      return { id: String(_id), title: String(title), text: String(text) };
    }),
    queries: linesOf(folder, 'queries.jsonl').flatMap((line) => {
      const { _id, text } = JSON.parse(line);
      const judged = relevant.get(String(_id));
      return judged ? [{ id: String(_id), text: String(text), relevant: judged }] : [];
    }),
  };
}

function linesOf(folder: string, name: string): string[] {
  return readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
}

/** Normalised discounted cumulative gain of the first ten, binary judgements: gain / log2(rank + 1). */
export function ndcgAt10(ranking: readonly string[], relevant: ReadonlySet<string>): number {
  const discount = (at: number) => 1 / Math.log2(at + 2);
  let gained = 0;
  for (const [at, id] of ranking.slice(0, 10).entries()) if (relevant.has(id)) gained += discount(at);
  let best = 0;
  for (let at = 0; at < Math.min(10, relevant.size); at++) best += discount(at);
  return best === 0 ? 0 : gained / best;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

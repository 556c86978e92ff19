import type { KeywordPlan, Phrase } from './fts-expression.ts';
import type { IndexReader, Scope } from './index-reader.ts';
import { topScores } from './top.ts';

export interface KeywordRequest {
  plan: KeywordPlan;
  /** null = all sources; an empty list matches nothing. */
  sourceIds: readonly string[] | null;
  /** How many hits at most. */
  count: number;
  /** On the scale of `now`; past it the search answers with what it has. */
  deadline: number;
  now: () => number;
  /** Leave out the phrases beyond the posting budget instead of re-ranking by them. */
  rareOnly?: boolean;
}

/** `relevance` is a sum of BM25 parts, above 0, without an upper bound. */
export interface KeywordHit {
  /** The chunk's row id in the index. */
  row: number;
  chunkId: string;
  sourceId: string;
  relevance: number;
}

export interface KeywordAnswer {
  /** Best first. */
  hits: KeywordHit[];
  /** The last change that was in the index when it was searched. */
  applied: number;
  timedOut: boolean;
}

/** How many postings a query may visit before its remaining phrases only re-rank what was found. */
export const POSTING_BUDGET = 50_000;
/**
 * A phrase in more than this share of the chunks, and in more than so many, is left out while there is a rarer
 * one. The number is there because the rule only saves time: on Cranfield (1,400 documents) it cost 0.018
 * nDCG@10 (0.369 against 0.387), and below 2,500 postings it saves less than 2 ms a phrase.
 */
const COMMON_SHARE = 0.2;
const COMMON_FROM = 2500;
/** Between looks at the clock: about 0.5 ms of scanning. */
const ROWS_PER_LOOK = 1024;

/**
 * Ranks the chunks of one workspace by BM25 (k1 = 1.2, b = 0.75; columns weighted, see index-reader.ts), one
 * phrase after the other, rarest first: FTS5 visits every posting of a phrase, so the phrases that are scanned
 * are those whose frequencies fit the posting budget (always at least one); the others are scored only for the
 * best candidates. Phrase by phrase costs a quarter more than one OR query, and can stop at a deadline and use
 * an idf that stays above zero (`idf`).
 */
export function searchKeywords(reader: IndexReader, request: KeywordRequest): KeywordAnswer {
  return reader.snapshot(() => rankByKeywords(reader, request));
}

/** `searchKeywords` inside a snapshot that is the caller's. */
export function rankByKeywords(reader: IndexReader, request: KeywordRequest): KeywordAnswer {
  const applied = reader.applied();
  const sources = request.sourceIds && reader.sourceRows(request.sourceIds);
  if (sources?.length === 0) return { hits: [], applied, timedOut: false };
  const scope: Scope = { sources, rows: null, without: request.plan.without };
  const scores = createScores(reader, request);
  const { scanned, reranking, complete } = phasesOf(reader, request);
  if (request.plan.required.length > 0) scores.restrictTo(reader.rowsWith(request.plan.required, scope));
  for (const phrase of scanned) scores.add(phrase, scope);
  const further = request.rareOnly ? [] : reranking;
  if (further.length > 0) scores.keepBest(Math.max(200, 4 * request.count));
  for (const phrase of further) scores.add(phrase, { ...scope, rows: scores.rows() });
  return {
    hits: hitsOf(reader, scores.best(request.count)),
    applied,
    timedOut: scores.timedOut() || !complete,
  };
}

/**
 * Which phrases are scanned in full and which only re-rank, each rarest first; required ones come before the
 * others. Counting takes at most half of the time there is: phrases not counted by then are left out.
 */
function phasesOf(reader: IndexReader, { plan, now, deadline }: KeywordRequest) {
  const chunks = reader.chunkCount();
  const required = new Set(plan.required.flat());
  const started = now();
  const counted: { phrase: Phrase; frequency: number }[] = [];
  for (const phrase of plan.scored) {
    counted.push({ phrase, frequency: reader.frequency(phrase) });
    if (now() > (started + deadline) / 2) break;
  }
  const found = counted
    .filter(({ frequency }) => frequency > 0)
    .sort(
      (a, b) => Number(required.has(b.phrase)) - Number(required.has(a.phrase)) || a.frequency - b.frequency,
    );
  const common = Math.max(COMMON_FROM, COMMON_SHARE * chunks);
  const telling = found.filter(({ phrase, frequency }) => required.has(phrase) || frequency <= common);
  const used = telling.length > 0 ? telling : found;
  const cut = fitting(used.map(({ frequency }) => frequency));
  const phrases = used.map(({ phrase }) => phrase);
  return {
    scanned: phrases.slice(0, cut),
    reranking: phrases.slice(cut),
    complete: counted.length === plan.scored.length,
  };
}

/** How many of the frequencies, from the first on, fit the posting budget together: at least one. */
function fitting(frequencies: readonly number[]): number {
  let spent = 0;
  const cut = frequencies.findIndex((frequency, at) => {
    spent += frequency;
    return at > 0 && spent > POSTING_BUDGET;
  });
  return cut === -1 ? frequencies.length : cut;
}

/** The scores of the rows found so far. Once restricted, no further row comes in. */
function createScores(reader: IndexReader, request: KeywordRequest) {
  let scores = new Map<number, number>();
  let restricted = false;
  let late = false;
  const isLate = (visited: number) => {
    late ||= visited % ROWS_PER_LOOK === 0 && request.now() > request.deadline;
    return late;
  };
  return {
    restrictTo(rows: Iterable<[number]>) {
      let visited = 0;
      for (const [row] of rows) {
        if (isLate(visited++)) break;
        scores.set(row, 0);
      }
      restricted = true;
    },
    add(phrase: Phrase, scope: Scope) {
      if (isLate(0)) return;
      const weigh = weightOf(reader, phrase);
      let visited = 0;
      for (const [row, bm25] of reader.scan(phrase, scope)) {
        if (isLate(++visited)) break;
        const before = scores.get(row);
        if (before !== undefined) scores.set(row, before + weigh(bm25));
        else if (!restricted) scores.set(row, weigh(bm25));
      }
    },
    keepBest(count: number) {
      scores = new Map(topScores(scores, count));
      restricted = true;
    },
    rows: () => [...scores.keys()],
    best: (count: number) => topScores(scores, count),
    timedOut: () => late,
  };
}

/**
 * Turns FTS5's bm25 of a phrase into ours: the same saturation and length norm, with Lucene's idf
 * log(1 + (N − n + 0.5) / (n + 0.5)). FTS5's own idf has no `1 +` and is cut at 0.000001, so that a word in half
 * of the chunks, which is every word of a small workspace, would count for nothing (and +0.006 nDCG@10 on Cranfield).
 */
function weightOf(reader: IndexReader, phrase: Phrase): (bm25: number) => number {
  const n = reader.frequency(phrase);
  const theirs = Math.log((reader.ftsRowCount() - n + 0.5) / (n + 0.5));
  const chunks = Math.max(n, reader.chunkCount());
  const ours = Math.log1p((chunks - n + 0.5) / (n + 0.5));
  const factor = ours / (theirs > 0 ? theirs : 1e-6);
  return (bm25) => -bm25 * factor;
}

function hitsOf(reader: IndexReader, best: readonly [number, number][]): KeywordHit[] {
  const chunks = reader.chunks(best.map(([row]) => row));
  return best.flatMap(([row, relevance]) => {
    const chunk = chunks.get(row);
    return chunk ? [{ row, ...chunk, relevance }] : [];
  });
}

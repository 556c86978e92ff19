import type { IndexReader } from '../index/index-reader.ts';
import type { Phrase } from '../index/index-schema.ts';
import type { KeywordPlan } from './keyword-plan.ts';

/** A phrase that occurs in chunks. */
export interface FoundPhrase {
  phrase: Phrase;
  /** Number of occurrences in the query. */
  times: number;
  /** Number of chunks with it, counted up to a limit. */
  frequency: number;
  required: boolean;
}

/** The phrases of a query by phase, rarest first. */
export interface KeywordPhases {
  /** Scanned in full. */
  scanned: FoundPhrase[];
  /** Only score chunks that were already found. */
  reranking: FoundPhrase[];
  /** False if time ran out before every phrase was counted; uncounted phrases are omitted. */
  complete: boolean;
}

export interface PhaseRequest {
  plan: KeywordPlan;
  /** On the same clock as `now`. */
  deadline: number;
  now: () => number;
}

/** Maximum postings that a keyword search may visit; the remaining phrases only re-rank. */
const KEYWORD_BUDGET = 50_000;

/** Maximum postings that the keyword half of a hybrid search may visit: shares of the chunks within bounds. */
export interface HybridBudget {
  /** Postings read with term frequency and chunk length, for BM25. */
  weighted: BudgetRange;
  /** Postings read only to find the chunks with the phrase, at a fraction of that cost. */
  matched: BudgetRange;
}

export interface BudgetRange {
  share: number;
  least: number;
  most: number;
  /**
   * Additional postings in a small workspace, minus a tenth of its chunks, because the scan of its vectors costs less.
   */
  spare: number;
}

/**
 * Chosen by 5-fold cross-validation of nDCG@10 on Cranfield among the shares whose p95 in 100,000 chunks is within 25
 * ms.
 */
export const HYBRID_BUDGET: HybridBudget = {
  weighted: { share: 0.03, least: 2500, most: 50_000, spare: 12_500 },
  matched: { share: 1, least: 10_000, most: 300_000, spare: 0 },
};

/** A phrase is common if it occurs in more than this share of the chunks and in more than `from` chunks. */
export interface CommonRule {
  share: number;
  from: number;
}

/**
 * A common phrase is omitted if there is a rarer one. That only saves time, and none below a few thousand postings,
 * hence `from`: bench/search-quality.ts prints the cost in nDCG@10 of the rule without that bound.
 */
export const COMMON_PHRASE_RULE: CommonRule = { share: 0.2, from: 2500 };

/** For a keyword search: rarest first until the budget is used up, but at least one. */
export function planKeywordPhases(
  reader: IndexReader,
  request: PhaseRequest,
  common = COMMON_PHRASE_RULE,
): KeywordPhases {
  const { found, complete } = countPhrases(reader, request, Number.POSITIVE_INFINITY);
  const selective = withoutCommon(reader, found, common);
  const used = selective.length > 0 ? selective : found;
  const cut = Math.max(1, countFitting(used, KEYWORD_BUDGET));
  return { scanned: used.slice(0, cut), reranking: used.slice(cut), complete };
}

export interface HybridPhases {
  weighted: FoundPhrase[];
  matched: FoundPhrase[];
  complete: boolean;
}

/**
 * For the keyword half of a hybrid search: the rarest phrases are weighted by BM25, the next ones are only matched, and
 * those that exceed both budgets are left to the semantic half.
 */
export function planHybridPhases(
  reader: IndexReader,
  request: PhaseRequest,
  budget = HYBRID_BUDGET,
): HybridPhases {
  const chunks = reader.chunkCount();
  const [toWeight, toMatch] = [sizeOf(budget.weighted, chunks), sizeOf(budget.matched, chunks)];
  const { found, complete } = countPhrases(reader, request, Math.max(toWeight, toMatch) + 1);
  const weighted = countFitting(found, toWeight);
  const matched = countFitting(found.slice(weighted), toMatch);
  return {
    weighted: found.slice(0, weighted),
    matched: found.slice(weighted, weighted + matched),
    complete,
  };
}

function sizeOf({ share, least, most, spare }: BudgetRange, chunks: number): number {
  return Math.min(most, Math.max(least, share * chunks, spare - chunks / 10));
}

/**
 * The phrases that occur in at least one chunk: required ones first, then rarest first. Counting takes at most half of
 * the remaining time; phrases not counted by then are omitted.
 */
function countPhrases(reader: IndexReader, { plan, now, deadline }: PhaseRequest, most: number) {
  const required = new Set(plan.required.flatMap(({ anyOf }) => anyOf));
  const phrases = new Map<Phrase, number>();
  for (const phrase of plan.scored) phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1);
  const started = now();
  const counted: FoundPhrase[] = [];
  for (const [phrase, times] of phrases) {
    const frequency = reader.frequency(phrase, most);
    counted.push({ phrase, times, frequency, required: required.has(phrase) });
    if (now() > (started + deadline) / 2) break;
  }
  const found = counted
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => Number(b.required) - Number(a.required) || a.frequency - b.frequency);
  return { found, complete: counted.length === phrases.size };
}

function withoutCommon(
  reader: IndexReader,
  found: readonly FoundPhrase[],
  { from, share }: CommonRule,
): FoundPhrase[] {
  const common = Math.max(from, share * reader.chunkCount());
  return found.filter(({ required, frequency }) => required || frequency <= common);
}

/** How many of the phrases, from the first on, fit the budget together. */
function countFitting(phrases: readonly FoundPhrase[], budget: number): number {
  let spent = 0;
  const cut = phrases.findIndex(({ frequency }) => {
    spent += frequency;
    return spent > budget;
  });
  return cut === -1 ? phrases.length : cut;
}

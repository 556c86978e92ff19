import type { IndexReader } from '../index/index-reader.ts';
import type { KeywordPlan, Phrase } from '../query/plan-keywords.ts';

/** Which phrases of a query are scanned in full and which only score what is found already; rarest first. */
export interface Phases {
  scanned: Phrase[];
  reranking: Phrase[];
  /** False when time ran out before every phrase was counted: the others are left out. */
  complete: boolean;
}

export interface Counting {
  plan: KeywordPlan;
  /** On the scale of `now`. */
  deadline: number;
  now: () => number;
}

/** How many postings a search by keyword alone may visit before its remaining phrases only re-rank. */
const KEYWORD_BUDGET = 50_000;

/** How many postings the keyword side of a hybrid search may visit: shares of the chunks within bounds. */
export interface HybridBudget {
  /** Read with how often and in how short a chunk the phrase stands. */
  weighed: BudgetRange;
  /** Read only for which chunks hold the phrase, which costs a fraction. */
  held: BudgetRange;
}

export interface BudgetRange {
  share: number;
  least: number;
  most: number;
}

/**
 * bench/search-budget.ts prints what other shares do to nDCG@10 and take in time, and chose among those within a time by
 * cross-validation; bench/search-postings.ts prints the cost of a posting.
 */
export const HYBRID_BUDGET: HybridBudget = {
  weighed: { share: 0.03, least: 2500, most: 50_000 },
  held: { share: 1, least: 10_000, most: 300_000 },
};

/** From when on a phrase is common: in more than this share of the chunks, and in more than so many. */
export interface CommonRule {
  share: number;
  from: number;
}

/**
 * A common phrase is left out while there is a rarer one. That only saves time, and not below a few thousand
 * postings, hence `from`: bench/search-quality.ts prints what the rule costs in nDCG@10 without it.
 */
export const COMMON: CommonRule = { share: 0.2, from: 2500 };

/** By keyword alone: rarest first until the budget is spent, always at least one. */
export function keywordPhases(reader: IndexReader, counting: Counting, common = COMMON): Phases {
  const { found, complete } = countPhrases(reader, counting, Number.POSITIVE_INFINITY);
  const telling = tellingOf(reader, found, common);
  const used = telling.length > 0 ? telling : found;
  const cut = Math.max(1, fitting(used, KEYWORD_BUDGET));
  return { scanned: phrasesOf(used.slice(0, cut)), reranking: phrasesOf(used.slice(cut)), complete };
}

export interface HybridPhases {
  weighed: Phrase[];
  held: Phrase[];
  complete: boolean;
}

/**
 * Beside a search by meaning: the rarest phrases are weighed in full, the next ones counted for the chunks that hold
 * them, and what fits neither budget is left to the semantic side.
 */
export function hybridPhases(reader: IndexReader, counting: Counting, budget = HYBRID_BUDGET): HybridPhases {
  const chunks = reader.chunkCount();
  const [weighing, holding] = [sizeOf(budget.weighed, chunks), sizeOf(budget.held, chunks)];
  const { found, complete } = countPhrases(reader, counting, Math.max(weighing, holding) + 1);
  const weighed = fitting(found, weighing);
  const held = fitting(found.slice(weighed), holding);
  return {
    weighed: phrasesOf(found.slice(0, weighed)),
    held: phrasesOf(found.slice(weighed, weighed + held)),
    complete,
  };
}

function sizeOf({ share, least, most }: BudgetRange, chunks: number): number {
  return Math.min(most, Math.max(least, share * chunks));
}

interface Counted {
  phrase: Phrase;
  /** In how many chunks it stands, counted up to a bound. */
  frequency: number;
  required: boolean;
}

/**
 * The phrases that stand somewhere: required ones first, then rarest first. Counting takes at most half of the time
 * there is: what is not counted by then is left out.
 */
function countPhrases(reader: IndexReader, { plan, now, deadline }: Counting, most: number) {
  const required = new Set(plan.required.flat());
  const started = now();
  const counted: Counted[] = [];
  for (const phrase of plan.scored) {
    counted.push({ phrase, frequency: reader.frequency(phrase, most), required: required.has(phrase) });
    if (now() > (started + deadline) / 2) break;
  }
  const found = counted
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => Number(b.required) - Number(a.required) || a.frequency - b.frequency);
  return { found, complete: counted.length === plan.scored.length };
}

function tellingOf(reader: IndexReader, found: readonly Counted[], { from, share }: CommonRule): Counted[] {
  const common = Math.max(from, share * reader.chunkCount());
  return found.filter(({ required, frequency }) => required || frequency <= common);
}

/** How many of the phrases, from the first on, fit the budget together. */
function fitting(phrases: readonly Counted[], budget: number): number {
  let spent = 0;
  const cut = phrases.findIndex(({ frequency }) => {
    spent += frequency;
    return spent > budget;
  });
  return cut === -1 ? phrases.length : cut;
}

function phrasesOf(counted: readonly Counted[]): Phrase[] {
  return counted.map(({ phrase }) => phrase);
}

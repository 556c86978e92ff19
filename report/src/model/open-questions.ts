import type { Schemas } from '@touchstone/client';
import { count, usd } from '../figures/figures.ts';
import { countedNoun, requirementNoun } from './matrix.ts';

type Results = Schemas['Results'];
type Comparison = Results['comparisons'][number];
type Requirement = NonNullable<Results['requirements']>[number];
type Evidence = NonNullable<Results['evidence']>[number];

/** A fact that the catalogue lacks, and where to find or add it. */
export interface MissingFact {
  readonly says: string;
  readonly kind: 'models' | 'hardware' | 'frameworks' | 'providers';
  /** Search words for the catalogue; empty if unknown. */
  readonly about: string;
  /** A JSON Pointer into the operator's own catalogue. */
  readonly add: string;
}

/** An undecided question of an evaluation and what deciding it would take. */
export interface OpenQuestion {
  /** What would decide the question: more items, more requests, another measurement, or a missing fact. */
  readonly kind: 'items' | 'requests' | 'measurement' | 'fact';
  /** The scenario concerned; null for scores. */
  readonly scenario: string | null;
  /** The candidates concerned; for a pair, both. */
  readonly labels: readonly string[];
  /** The subject of the question: `p95 latency and throughput`, a benchmark, or facts. */
  readonly about: string;
  /** What would decide the question. */
  readonly decide: string;
  /** The estimated cost; null if it costs only work or is unknown. */
  readonly cost: string | null;
  /** The missing fact of the catalogue; null if none is missing. */
  readonly fact: MissingFact | null;
  /**
   * The total number of items, or of requests for each candidate, that would decide; null if no number would, and for
   * a fact.
   */
  readonly wanted: number | null;
}

/** Lists undecided pairs, requirements with too few requests, and missing facts. */
export function openQuestions(results: Results): OpenQuestion[] {
  if (results.provisional) return [];
  const scores = results.no_worse === undefined ? itemQuestions(results) : noWorseQuestions(results);
  return [...requestQuestions(results), ...scores, ...factQuestions(results)];
}

function itemQuestions(results: Results): OpenQuestion[] {
  const isScore = new Set(results.intervals.map(({ benchmark }) => benchmark));
  return results.comparisons
    .filter(({ winner, metric }) => winner === 'undecided' && isScore.has(metric))
    .toSorted((a, b) => (a.n_needed ?? Infinity) - (b.n_needed ?? Infinity))
    .map((one) => ({
      kind: 'items',
      scenario: null,
      labels: [one.target_a, one.target_b],
      about: one.metric,
      decide:
        one.n_needed === null
          ? `More items alone cannot decide it: ${one.explanation}`
          : `About ${count(one.n_needed)} items instead of ${count(one.n)}`,
      cost: costOfItems(results, one),
      fact: null,
      wanted: one.n_needed,
    }));
}

/** Open questions about question `no_worse`: for each candidate and benchmark, the measure that needs the most. */
function noWorseQuestions(results: Results): OpenQuestion[] {
  const { baseline = '', measures = [] } = results.no_worse ?? {};
  const open = measures.filter(({ outcome }) => outcome === 'undecided');
  const groups = Map.groupBy(open, (one) => JSON.stringify([one.target_label, one.benchmark]));
  return [...groups.values()].flatMap((own): OpenQuestion[] => {
    const [most] = own.toSorted((a, b) => (b.n_needed ?? Infinity) - (a.n_needed ?? Infinity));
    if (most === undefined) return [];
    const { target_label, benchmark, n, n_needed, sentence } = most;
    const isLoad = benchmark.startsWith(LOAD_PREFIX);
    const what = most.measure.startsWith('latency') ? 'requests for each' : 'items';
    return [
      {
        kind: isLoad ? 'requests' : 'items',
        scenario: isLoad ? benchmark.slice(LOAD_PREFIX.length) : null,
        labels: [target_label, baseline],
        about: benchmark,
        decide:
          n_needed === null
            ? `More data alone cannot decide it. ${sentence}`
            : `About ${count(n_needed)} ${what} instead of ${count(n)}`,
        cost:
          isLoad || what !== 'items'
            ? null
            : costOfItems(results, { target_a: target_label, target_b: baseline, n, n_needed }),
        wanted: n_needed,
        fact: null,
      },
    ];
  });
}

const LOAD_PREFIX = 'load/';

/** The cost of sending the missing items to both targets, from the cost per unit so far. */
function costOfItems(
  { target_results, coverage }: Results,
  one: Pick<Comparison, 'target_a' | 'target_b' | 'n' | 'n_needed'>,
): string | null {
  if (one.n_needed === null) return null;
  let sum = 0;
  for (const label of [one.target_a, one.target_b]) {
    const spent = target_results.find(({ target_label }) => target_label === label)?.metrics['run/cost_usd'];
    const units = coverage
      .filter(({ target_label }) => target_label === label)
      .reduce((total, { scored, unscored }) => total + scored + unscored, 0);
    if (spent === undefined || units === 0) return null;
    sum += (spent / units) * Math.max(0, one.n_needed - one.n);
  }
  return usd(sum);
}

function requestQuestions({ requirements = [], evidence = [], verdict = [] }: Results): OpenQuestion[] {
  // More requests cannot make a rejected candidate eligible.
  const rejected = new Set(
    verdict.flatMap((one) => one.rejected.map(({ label }) => JSON.stringify([one.scenario_label, label]))),
  );
  const open = requirements.filter(
    ({ status, scenario_label, target_label }) =>
      status === 'inconclusive' && !rejected.has(JSON.stringify([scenario_label, target_label])),
  );
  // Items of a benchmark are sent separately from load requests and from other benchmarks.
  const nouns = Map.groupBy(open, (one) =>
    JSON.stringify([one.scenario_label, one.target_label, one.benchmark ?? null]),
  );
  // Candidates with the same open requirements and the same number of requests form one question.
  const alike = Map.groupBy(nouns.values(), (own) =>
    JSON.stringify([own[0]?.scenario_label, own.map(requirementNoun), mostNeeded(own)]),
  );
  return [...alike.values()].flatMap((candidates): OpenQuestion[] => {
    const own = candidates[0] ?? [];
    const [first] = own;
    if (first === undefined) return [];
    const needed = mostNeeded(own);
    const n = Math.max(0, ...own.map((one) => one.n ?? 0));
    const labels = candidates.flatMap(([one]) => one?.target_label ?? []);
    const costs = labels.map((label) => costPer1k(evidence, first.scenario_label, label));
    const { benchmark } = first;
    // The cost of load requests says nothing about the cost of an item.
    const total = costs.reduce<number | null>(
      (sum, cost) =>
        sum === null || cost === null || benchmark !== undefined ? null : sum + (cost * needed) / 1000,
      0,
    );
    return [
      {
        kind: benchmark === undefined ? 'requests' : 'items',
        scenario: first.scenario_label,
        labels,
        about: benchmark ?? own.map(requirementNoun).join(', '),
        decide:
          needed > 0
            ? `About ${count(needed)} more ${countedNoun(first)}${labels.length > 1 ? ' each' : ''}`
            : first.reason,
        cost: needed > 0 && total !== null ? usd(total) : null,
        fact: null,
        wanted: needed > 0 ? n + needed : null,
      },
    ];
  });
}

const mostNeeded = (own: readonly Requirement[]) =>
  Math.max(0, ...own.map(({ samples_needed }) => samples_needed ?? 0));

function costPer1k(evidence: readonly Evidence[], scenario: string, label: string): number | null {
  const found = evidence.find((one) => one.target_label === label && one.scenario_label === scenario);
  return found?.cost.per_1k_requests_usd ?? null;
}

function factQuestions({ requirements = [] }: Results): OpenQuestion[] {
  const unknown = requirements.filter(({ status }) => status === 'unknown');
  const groups = Map.groupBy(unknown, (one) => JSON.stringify([one.scenario_label, one.target_label]));
  return [...groups.values()].flatMap((own): OpenQuestion[] => {
    const [first] = own;
    if (first === undefined) return [];
    const facts = [...new Map(own.flatMap(({ missing }) => missing).map((one) => [one.fact, one])).values()];
    const [fact] = facts;
    if (fact === undefined) return [];
    const more = facts.length === 1 ? '' : ` and ${facts.length - 1} more`;
    const isFact = facts.some(({ add }) => add.startsWith('/'));
    const isMeasured = !isFact && facts.some(({ add }) => /^run |the load once more$/.test(add));
    return [
      {
        kind: isMeasured ? 'measurement' : 'fact',
        scenario: first.scenario_label,
        labels: [first.target_label],
        about: `${fact.fact}${more}`,
        decide: isFact ? 'Add facts to the catalogue' : `To measure: ${fact.add}`,
        cost: null,
        fact: missingFact(facts.find(({ add }) => add.startsWith('/'))),
        wanted: null,
      },
    ];
  });
}

const FACT_KINDS: Readonly<Record<string, MissingFact['kind']>> = {
  models: 'models',
  providers: 'providers',
  frameworks: 'frameworks',
  gpu_instances: 'hardware',
};

/** The fact that a sentence such as `the price of acme/large` or `the provider acme` names. */
function missingFact(fact: { fact: string; add: string } | undefined): MissingFact | null {
  if (fact === undefined) return null;
  const kind = FACT_KINDS[fact.add.split('/')[1] ?? ''] ?? 'models';
  const [model = ''] = /[^\s/]+\/\S+/.exec(fact.fact) ?? [];
  const [, other = ''] = /\b(?:provider|protocol|GPU) (\S+)/.exec(fact.fact) ?? [];
  return { says: fact.fact, kind, about: (model || other).replaceAll('/', ' '), add: fact.add };
}

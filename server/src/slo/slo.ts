/*
 * The door of service level objectives: what a scenario demands (limits), when requests that missed one refute it (the
 * miss rule), and the verdict over all candidates. Pure functions; the rules and their sources: docs/verdict.md.
 */
export { statedWeights, type Weights } from './choose.ts';
export {
  ALLOWED_MISSES,
  judgeDependent,
  type Misses,
  type Percentile,
  UNANSWERED,
  worstOf,
} from './miss-rule.ts';
export {
  type Amount,
  type Cost,
  type Latencies,
  type LatencyEvidence,
  latencyEvidence,
  missesIn,
  missesOver,
  type Observed,
} from './observed.ts';
export { inSentence } from './sentences.ts';
export { limitMetrics, limitsOf, requirementsOf } from './slo-limits.ts';
export { decideVerdict, definitionProblems, limitComparisons, type Verdict } from './verdict.ts';
export type * from './verdict-shape.ts';

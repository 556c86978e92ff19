/*
 * The door of service level objectives: what a scenario demands (limits), when requests that missed one refute it (the
 * miss rule), and the verdict over all candidates. Pure functions; the rules and their sources: docs/explanation/verdict.md.
 */
export { statedWeights, type Weights } from './choose.ts';
export {
  ALPHA as REQUIREMENT_ALPHA,
  judgeDependent,
  type Misses,
  moreRequests,
  UNANSWERED,
  worstOf,
} from './miss-rule.ts';
export {
  type Amount,
  allowedMisses,
  type Cost,
  type EvidenceKey,
  evidenceKey,
  type Latencies,
  type LatencyEvidence,
  latencyEvidence,
  missesIn,
  missesOver,
  type Observed,
  type QualityEvidence,
} from './observed.ts';
export { leastAnswersToPass, minimumsShown } from './quality-rule.ts';
export {
  type IncompleteSaid,
  incompleteSaid,
  inSentence,
  ONLY_SMOKE_TESTS,
  type ProvenDifference,
  type Shown,
  withIncomplete,
  withNoWorse,
  withOnlySmokeTests,
  withShown,
} from './sentences.ts';
export {
  howToMeasure,
  limitMetrics,
  minimumKeyOf,
  type QualityMinimum,
  requirementsOf,
  runsThatPass,
  scoreKeyOf,
  spoken,
  timeLimitsOf,
} from './slo-limits.ts';
export { decideVerdict, definitionProblems, limitComparisons, type Verdict } from './verdict.ts';
export type * from './verdict-shape.ts';

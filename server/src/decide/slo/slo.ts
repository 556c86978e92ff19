/*
 * The door of service level objectives: the requirements of a scenario, the miss rule that judges them, and the
 * verdict over all candidates. All functions are pure; docs/explanation/verdict.md has the rules and their sources.
 */
export { completeWeights, type Weights } from './choose.ts';
export {
  ALLOWED_UNANSWERED_SHARE,
  combineOutcomes,
  judgeDependentMisses,
  MISS_RULE_ALPHA as REQUIREMENT_ALPHA,
  type Misses,
  requestsNeededToDecide,
} from './miss-rule.ts';
export {
  type Amount,
  allowedMissShare,
  type Cost,
  countMisses,
  countMissesAbove,
  type EvidenceKey,
  evidenceKey,
  type Latencies,
  type LatencyEvidence,
  latencyEvidence,
  type ObservedCandidate,
  type QualityEvidence,
} from './observed.ts';
export { fewestRightToPass, minimumsThatCanBeShown } from './quality-rule.ts';
export {
  describeIncomplete,
  type IncompleteMeasurement,
  nameInSentence,
  ONLY_SMOKE_TESTS_REASON,
  type ProvenDifference,
  type ProvenDifferences,
  withIncomplete,
  withNoWorse,
  withOnlySmokeTests,
  withProvenDifferences,
} from './sentences.ts';
export {
  howToMeasure,
  limitMetrics,
  minimumKeyOf,
  requirementsOf,
  runsThatPass,
  type StatedRequirements,
  scoreKeyOf,
  scoreName,
  timeLimitsOf,
} from './slo-limits.ts';
export { decideVerdict, definitionProblems, limitComparisons, type Verdict } from './verdict.ts';
export type * from './verdict-shape.ts';

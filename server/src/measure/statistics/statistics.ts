/*
 * The public functions of statistics: pure functions from numbers to numbers. docs/explanation/statistics.md says when
 * each is used and gives its source.
 */
export { agreementTable, cohenKappa, krippendorffAlpha } from './agreement.ts';
export {
  effectiveSampleCount,
  effectiveTimeCount,
  lagOneCorrelation,
} from './autocorrelation.ts';
export { lowestIntegerWhere } from './binary-search.ts';
export { boundedSumTail } from './bounded-sum.ts';
export { bradleyTerry, withHalfWins } from './bradley-terry.ts';
export { comparePairs, type PairedComparison, type Pairs } from './compare.ts';
export { spearman } from './correlation.ts';
export { decideComparison, EXPLORATORY_BELOW, MIN_ITEMS_TO_DECIDE, reasonForTooFewItems } from './decide.ts';
export { effectiveItems } from './design-effect.ts';
export { binomialCdf, normalQuantile } from './distributions.ts';
export { estimateScore } from './estimate.ts';
export { alphaFromConfidence, ROUNDING_TOLERANCE } from './interval.ts';
export { type CorrectedRate, type JudgeErrors, predictionPowered, roganGladen } from './judge-correction.ts';
export {
  addMeanLook,
  evidenceNeeded,
  type MeanMonitor,
  type MonitoredRun,
  meanEvidence,
  meanLimit,
  meanSequence,
  startMeanMonitor,
} from './mean-monitor.ts';
export { adjustPValues, type Correction, correctedLevels } from './multiple-comparisons.ts';
export {
  type Advantage,
  type CostOfSolved,
  clusteredNoWorsePower,
  decideNoWorse,
  itemsNeededForNoWorse,
  minRequestsForUpperBound,
  type NoWorseOutcome,
  noWorsePower,
  noWorsePowerByT,
  type OneSided,
  pairedAdvantage,
  type QuantileSample,
  quantileAdvantage,
  quantileNoWorsePower,
  ratioAdvantage,
  smallestSampleForPower,
} from './no-worse.ts';
export { mean, wilsonInterval } from './one-sample.ts';
export { passHat } from './pass-hat.ts';
export {
  type Preference,
  positionBias,
  type SwappedPair,
  swappedOutcome,
} from './position-bias.ts';
export {
  addQuantileLook,
  effectiveSizeOfUnits,
  type MonitoredValues,
  type QuantileMonitor,
  quantileEvidence,
  quantileLimit,
  startQuantileMonitor,
} from './quantile-monitor.ts';
export { estimateQuantile, nearestRank, type QuantileEstimate } from './quantiles.ts';
export {
  createRandom,
  pickOne,
  type Random,
  randomInteger,
  sampleWithoutReplacement,
  shuffle,
} from './random.ts';
export {
  detectableAtBest,
  detectableByMcnemar,
  fewestItemsForTie,
  smallSampleFactor,
} from './sample-size.ts';
export {
  isShownAtLeast,
  isShownBelow,
  maxScore,
  minScore,
  type ScoreWorth,
  type ShownOfMinimum,
  scoreWorth,
  shownScoresOfMinimum,
} from './score-bounds.ts';
export { compareShares } from './shares.ts';
export { simultaneousInterval } from './simultaneous-interval.ts';
export { logGamma } from './special-functions.ts';
export { tieInterval, tiePValue } from './tie.ts';

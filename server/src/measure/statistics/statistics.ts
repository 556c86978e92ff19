/*
 * The door of the statistics: pure functions from numbers to numbers. Which one is
 * used when, and where it comes from: docs/explanation/statistics.md.
 */
export { agreementTable, cohenKappa, krippendorffAlpha } from './agreement.ts';
export {
  effectiveSampleCount,
  effectiveTimeCount,
  lagOneCorrelation,
} from './autocorrelation.ts';
export { lowestWhere } from './binary-search.ts';
export { boundedSumTail } from './bounded-sum.ts';
export { bradleyTerry, withHalfWins } from './bradley-terry.ts';
export { comparePairs, type PairedComparison, type Pairs } from './compare.ts';
export { spearman } from './correlation.ts';
export { decide, EXPLORATORY_BELOW, FEWEST_ITEMS, tooFew } from './decide.ts';
export { effectiveItems } from './design-effect.ts';
export { binomialCdf, normalQuantile } from './distributions.ts';
export { estimateScore } from './estimate.ts';
export { alphaOf, ROUNDING } from './interval.ts';
export { type Corrected, type JudgeErrors, predictionPowered, roganGladen } from './judge-correction.ts';
export {
  addLook,
  evidenceNeeded,
  limitOfMean,
  type MeanMonitor,
  type MonitoredRun,
  meanEvidence,
  meanSequence,
  startMeanMonitor,
} from './mean-monitor.ts';
export { adjustPValues, type Correction, levelsOf } from './multiple-comparisons.ts';
export {
  type Advantage,
  type CostOfSolved,
  clusteredNoWorsePower,
  decideNoWorse,
  fewestForBound,
  fewestForPower,
  type NoWorseOutcome,
  neededForNoWorse,
  noWorsePower,
  noWorsePowerByT,
  type OneSided,
  pairedAdvantage,
  type QuantileSample,
  quantileAdvantage,
  quantileNoWorsePower,
  ratioAdvantage,
} from './no-worse.ts';
export { mean, wilson } from './one-sample.ts';
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
  limitOfQuantile,
  type MonitoredValues,
  type QuantileMonitor,
  quantileEvidence,
  startQuantileMonitor,
} from './quantile-monitor.ts';
export { estimateQuantile, nearestRankOf, type QuantileEstimate } from './quantiles.ts';
export {
  createRandom,
  pick,
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
  maxScore,
  minScore,
  passesAtLeast,
  type ScoreWorth,
  type ShownOfMinimum,
  scoreWorth,
  shownOfMinimum,
  staysBelow,
} from './score-bounds.ts';
export { compareShares } from './shares.ts';
export { simultaneousInterval } from './simultaneous-interval.ts';
export { logGamma } from './special-functions.ts';
export { tieInterval, tiePValue } from './tie.ts';

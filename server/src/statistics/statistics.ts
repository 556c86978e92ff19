/*
 * The door of the statistics: pure functions from numbers to numbers. Formulas, their sources and when each
 * is used: docs/statistics.md. Other files of evaluations import from here only.
 */
export { agreementTable, cohenKappa, type Kappa, krippendorffAlpha, type RatingScale } from './agreement.ts';
export { bcaBootstrap, percentileBootstrap, randomResamples } from './bootstrap.ts';
export { type BradleyTerry, bradleyTerry, type Rating, type Wins, withHalfWins } from './bradley-terry.ts';
export {
  comparePaired,
  comparePairs,
  type PairedComparison,
  type PairedInput,
  type PairedSettings,
  type PairedTest,
  type Pairs,
  type ScoresByItem,
} from './compare.ts';
export {
  type Decision,
  type DecisionInput,
  type DecisionReason,
  decide,
  EXPLORATORY_BELOW,
  FEWEST_ITEMS,
  tooFew,
} from './decide.ts';
export { effectiveSampleCount, effectiveSamples, lagOneCorrelation } from './dependence.ts';
export { binomialCdf, binomialPmf } from './distributions.ts';
export { type Estimate, type EstimateInput, estimateScore } from './estimate.ts';
export { type Interval, ROUNDING } from './interval.ts';
export {
  type Correlation,
  type PositionBias,
  type Preference,
  pearson,
  positionBias,
  type SwappedPair,
  spearman,
  swappedOutcome,
} from './judge-bias.ts';
export {
  type Corrected,
  type JudgedScores,
  type JudgeErrors,
  predictionPowered,
  roganGladen,
} from './judge-correction.ts';
export { lowest } from './lowest.ts';
export { adjustPValues, type Correction } from './multiplicity.ts';
export {
  type ClusterKey,
  clopperPearson,
  mean,
  passAtK,
  passHatK,
  sampleVariance,
  standardError,
  tInterval,
  wilson,
  wilsonHalfWidth,
} from './one-target.ts';
export { mcnemarChiSquare, mcnemarExact, newcombe, type PairedCounts } from './paired-binary.ts';
export {
  detectableByMcnemar,
  discordantForPower,
  fewestDiscordant,
  fewestItemsForTie,
  itemsForMcnemar,
  itemsForPairedMeans,
  minimumDetectableDifference,
  nNeededToDecide,
  nNeededToDecideMeans,
} from './planning.ts';
export { estimateQuantile, nearestRankOf, type QuantileEstimate, quantileRanks } from './quantiles.ts';
export {
  createRandom,
  pick,
  type Random,
  randomInteger,
  sampleWithoutReplacement,
  shuffle,
} from './random.ts';
export { pooledGroupError, type RepeatSpread, repeatSpread } from './repeats.ts';
export { signTest } from './sign-test.ts';
export { logGamma } from './special.ts';
export { signFlipTest, wilcoxonSignedRank } from './two-targets.ts';
export { waldDifference, waldInterval } from './wald.ts';

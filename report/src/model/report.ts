import type { Schemas } from '@touchstone/client';
import { adherenceSections } from './adherence.ts';
import { callReasonSections, notMeasuredReasons } from './call-reasons.ts';
import { type CapacityCurves, capacityCurves, capacitySections } from './capacity.ts';
import { type CostSection, costSections } from './costs.ts';
import { coverageSection } from './coverage.ts';
import { type EvidenceSection, evidenceSections } from './evidence.ts';
import { furtherSections } from './further-scores.ts';
import { graderFitSections } from './grader-fit.ts';
import { judgingSections } from './judging.ts';
import { lettersOfTargets } from './letters.ts';
import { type LoadSection, loadSections } from './load.ts';
import { methodologyRows } from './method.ts';
import { type NoWorseSection, noWorseSection } from './no-worse.ts';
import { type OpenQuestion, openQuestions } from './open-questions.ts';
import { retrievalSections } from './retrieval.ts';
import { type ScenarioSection, scenarioSections } from './scenarios.ts';
import { type BenchmarkSection, benchmarkSections, isRunFigure } from './scores.ts';
import type { Section } from './section.ts';
import { sessionSections } from './sessions.ts';
import { sideBySideSections } from './side-by-side.ts';
import { structuredSections } from './structured.ts';
import { taskSections } from './tasks.ts';

export { benchmarkName } from './benchmark-name.ts';
export { unansweredSentences } from './call-reasons.ts';
export { changesBetween } from './changes.ts';
export { breakEvenSentence, type CostSection } from './costs.ts';
export type { Reason } from './decision.ts';
export { describeDemands } from './demands.ts';
export type { DetectableCurve } from './detectable.ts';
export type { EvidenceSection } from './evidence.ts';
export { graderFitLines } from './grader-fit.ts';
export { candidateColor } from './letters.ts';
export {
  describeRemainingLoad,
  type LatencyLimit,
  type LoadProgress,
  type LoadSection,
  loadProgress,
  loadWarnings,
} from './load.ts';
export { loadDurationSentence } from './load-duration.ts';
export {
  countedNoun,
  formatBesideLimit,
  MARGIN_BAR_LEGEND,
  type MatrixCell,
  type RequirementMatrix,
  requirementNoun,
  STANDING_NAMES,
  withUnit,
} from './matrix.ts';
export { type MigrationPage, migrationPage } from './migration.ts';
export { minimumSentence } from './minimums.ts';
export {
  type MeasurementGap,
  type NeededMeasurement,
  type NeededMeasurements,
  neededMeasurements,
} from './needed-measurements.ts';
export { type NoWorseSection, noWorsePowerSentence, reanalysisSection } from './no-worse.ts';
export type { OpenQuestion } from './open-questions.ts';
export { type Axis, defaultAxes, SCATTER_AXES, type Scatter } from './scatter.ts';
export {
  missingFactLocation,
  type OrderRow,
  requirementRange,
  requirementSentence,
  type ScenarioSection,
} from './scenarios.ts';
export {
  adjustedHead,
  type BenchmarkSection,
  comparisonOutcome,
  isWorseThanBaseline,
  rangeWithMissing,
  SMOKE_TEST_NOTE,
  simultaneousRange,
} from './scores.ts';
export { type Cell, cellTexts, isFigureColumn, type Section, STATUS_WORDS } from './section.ts';
export { splitSentences } from './sentences.ts';
export { LOCK_IN_WORDS, labelOfWord, TRAFFIC_WORDS, WORKLOAD_WORDS, type Word } from './vocabulary.ts';
export {
  isTiedAtTop,
  orderByWeights,
  readWeights,
  sharesInPercent,
  type Weights,
  weightsText,
  withShare,
} from './weights.ts';

type Results = Schemas['Results'];

/**
 * The results of an evaluation for every output: command line, HTML export and console only lay them out. Which rows
 * belong together, in which order, and what is said about them is decided here.
 */
export interface Report extends AsMeasured {
  readonly targets: readonly ReportTarget[];
  /** The answer in at most five sentences; evaluations of earlier versions have more. */
  readonly summary: string;
  readonly confidencePercent: number;
  /** The result of question `no_worse`; null for another question. */
  readonly noWorse: NoWorseSection | null;
  /** In the order of the results. */
  readonly benchmarks: readonly BenchmarkSection[];
  /** Every comparison that can have an outcome, which excludes those that only describe the run. */
  readonly comparisons: Results['comparisons'];
  readonly scenarios: readonly ScenarioSection[];
  /** Undecided questions and what would decide them. */
  readonly open: readonly OpenQuestion[];
  /** A section for each load benchmark. */
  readonly load: readonly LoadSection[];
  /** The searches for capacity as curves, scenario by scenario. */
  readonly capacity: readonly CapacityCurves[];
  /**
   * Sections that are laid out without knowing their kind. A new kind adds a file beside this one, such as
   * `capacity.ts`, and a line in `toReport`.
   */
  readonly sections: readonly Section[];
  /** By label of a target without any answered call: the reason. Such targets are not ranked. */
  readonly notMeasured: ReadonlyMap<string, string>;
  /** How many units of each target on each benchmark were scored, failed or are pending. */
  readonly coverageTable: Section;
  /** Costs of candidates by scenario. */
  readonly costs: readonly CostSection[];
  readonly evidence: readonly EvidenceSection[];
  /** Numbers of graded samples by grader and version; empty if nothing was graded, or before graders had versions. */
  readonly graders: NonNullable<Results['graded_by']>;
  /** The sorted names of all metrics; a target lacks those that were not measured. */
  readonly metricNames: readonly string[];
  /** The methodology as names with values; "not set" for null. */
  readonly method: readonly (readonly [name: string, value: string])[];
}

/** Parts of the results that are shown unchanged. */
type AsMeasured = Readonly<
  Pick<Results, 'provisional' | 'warnings' | 'intervals' | 'coverage' | 'cost' | 'methodology'>
>;

interface ReportTarget {
  readonly label: string;
  /** A, B, … so that pairs fit on a line. */
  readonly letter: string;
  /** A scenario is also a row of the results, with its limits as metrics. It was not called. */
  readonly isScenario: boolean;
  readonly metrics: Readonly<Record<string, number>>;
}

export function toReport(results: Results): Report {
  const { provisional, warnings, intervals, coverage, cost, methodology, overall_summary } = results;
  const { target_results, verdict = [] } = results;
  const letters = lettersOfTargets(results);
  const open = openQuestions(results);
  return {
    ...{ provisional, warnings, intervals, coverage, cost, methodology },
    targets: target_results.map(({ target_label: label, metrics }) => ({
      label,
      letter: letters.get(label) ?? '?',
      isScenario: verdict.some(({ scenario_label }) => scenario_label === label),
      metrics,
    })),
    summary: overall_summary,
    confidencePercent: methodology.confidence_level * 100,
    noWorse: noWorseSection(results),
    benchmarks: benchmarkSections(results),
    comparisons: results.comparisons.filter((one) => !isRunFigure(one)),
    scenarios: scenarioSections(results, open),
    open,
    load: loadSections(results),
    capacity: capacityCurves(results),
    sections: [
      ...graderFitSections(results),
      ...sideBySideSections(results),
      ...taskSections(results),
      ...structuredSections(results),
      ...adherenceSections(results),
      ...retrievalSections(results),
      ...furtherSections(results),
      ...judgingSections(results),
      ...sessionSections(results),
      ...capacitySections(results),
      ...callReasonSections(results),
    ],
    notMeasured: notMeasuredReasons(results),
    coverageTable: coverageSection(results),
    costs: costSections(results),
    evidence: evidenceSections(results),
    graders: results.graded_by ?? [],
    metricNames: [...new Set(target_results.flatMap(({ metrics }) => Object.keys(metrics)))].sort(),
    method: methodologyRows(methodology),
  };
}

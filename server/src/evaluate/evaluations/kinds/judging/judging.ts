import type { Kind } from '../kind.ts';
import { type JudgingMeasurement, measureJudging } from './aggregate.ts';
import { judgingDefinition } from './define.ts';
import type { PlannedCriterionScore, PlannedJudging } from './describe.ts';
import { judgingEstimate } from './estimate.ts';
import { judgesOfManifest } from './manifest.ts';
import { criterionColumns, sampleCriteria } from './present.ts';
import { JUDGE_READER_VERSION } from './prompt/judge-reply.ts';
import { recalibrateJudges } from './recount.ts';
import { reportJudging } from './report.ts';
import { runJudging } from './run.ts';
import { judgingTrial } from './trial.ts';

/**
 * Custom evaluations: targets receive a prompt of the user, and judges or graders grade the responses by criteria.
 */
export const judgingKind: Kind<PlannedJudging, JudgingMeasurement> = {
  name: 'judging',
  inLanes: true,
  definition: judgingDefinition,
  estimate: judgingEstimate,
  gradedBy: JUDGE_READER_VERSION,
  ...runJudging,
  trialJudgement: judgingTrial,
  aggregate: measureJudging,
  report: reportJudging,
  present: sampleCriteria,
  columns: criterionColumns,
  labelled: ({ custom }) => custom.criteria.map(({ name }) => name),
  recount: recalibrateJudges,
  manifest: judgesOfManifest,
};

/**
 * One criterion of a custom evaluation as a benchmark; its scores are stored with the responses of the custom
 * evaluation.
 */
export const criterionKind: Kind<PlannedCriterionScore> = { name: 'judging-criterion' };

import type { Kind } from '../kind.ts';
import { type JudgingMeasurement, measureJudging } from './aggregate.ts';
import { judgingDefinition } from './define.ts';
import type { PlannedCriterionScore, PlannedJudging } from './describe.ts';
import { judgingEstimate } from './estimate.ts';
import { judgesOfManifest } from './manifest.ts';
import { criterionColumns, sampleCriteria } from './present.ts';
import { JUDGES } from './prompt/judge-reply.ts';
import { recountJudging } from './recount.ts';
import { reportJudging } from './report.ts';
import { runJudging } from './run.ts';
import { judgingTrial } from './trial.ts';

/** Custom evaluations: targets are asked by a prompt of the user's, and criteria grade the answers, by judges or graders. */
export const judging: Kind<PlannedJudging, JudgingMeasurement> = {
  name: 'judging',
  inLanes: true,
  definition: judgingDefinition,
  estimate: judgingEstimate,
  gradedBy: JUDGES,
  ...runJudging,
  trialJudgement: judgingTrial,
  aggregate: measureJudging,
  report: reportJudging,
  present: sampleCriteria,
  columns: criterionColumns,
  labelled: ({ custom }) => custom.criteria.map(({ name }) => name),
  recount: recountJudging,
  manifest: judgesOfManifest,
};

/** One criterion of a custom evaluation as a benchmark of its own: its scores are among those of the answers. */
export const criterion: Kind<PlannedCriterionScore> = { name: 'judging-criterion' };

import { askAndGrade } from '../answers/run.ts';
import type { Kind } from '../kind.ts';
import { passagesFor, retrievalTrial } from './ask.ts';
import type { PlannedRetrieval, PlannedRetrievalScore } from './describe.ts';
import { retrievalEstimate } from './estimate.ts';
import { gradeFromPassages, PASSAGES } from './grade.ts';
import { retrievalPlan } from './plan.ts';
import { presentRetrieval, retrievalColumns } from './present.ts';
import { measureRetrieval, reportRetrieval } from './report.ts';

/** Questions that are answered from passages: a target's own, those that are right, or none. */
export const retrieval: Kind<PlannedRetrieval, number[]> = {
  name: 'retrieval',
  plan: retrievalPlan,
  estimate: retrievalEstimate,
  gradedBy: PASSAGES,
  ...askAndGrade(gradeFromPassages, undefined, passagesFor),
  trialRequest: retrievalTrial,
  aggregate: measureRetrieval,
  report: reportRetrieval,
  present: presentRetrieval,
  columns: retrievalColumns,
};

/** One measure of them as a benchmark of its own: its scores are among those of the answers. */
export const retrievalScore: Kind<PlannedRetrievalScore> = { name: 'retrieval-score' };

import { askAndGrade } from '../answers/run.ts';
import type { Kind } from '../kind.ts';
import { requestWithPassages, retrievalTrial } from './ask.ts';
import type { PlannedRetrieval, PlannedRetrievalScore } from './describe.ts';
import { retrievalEstimate } from './estimate.ts';
import { gradeFromPassages, RETRIEVAL_READER_VERSION } from './grade.ts';
import { retrievalPlan } from './plan.ts';
import { presentRetrieval, retrievalColumns } from './present.ts';
import { measureRetrieval, reportRetrieval } from './report.ts';

/** Questions that are answered from chunks: those that a target retrieves, the right ones, or none. */
export const retrievalKind: Kind<PlannedRetrieval, number[]> = {
  name: 'retrieval',
  plan: retrievalPlan,
  estimate: retrievalEstimate,
  gradedBy: RETRIEVAL_READER_VERSION,
  ...askAndGrade(gradeFromPassages, undefined, requestWithPassages),
  trialRequest: retrievalTrial,
  aggregate: measureRetrieval,
  report: reportRetrieval,
  present: presentRetrieval,
  columns: retrievalColumns,
};

/** One measure as a benchmark; its scores are stored with the responses of a retrieval benchmark. */
export const retrievalScoreKind: Kind<PlannedRetrievalScore> = { name: 'retrieval-score' };

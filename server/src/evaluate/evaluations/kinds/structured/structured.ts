import { answersEstimate } from '../answers/estimate.ts';
import { gradeAskingModels } from '../answers/grade-answer.ts';
import { askAndGrade } from '../answers/run.ts';
import type { Kind } from '../kind.ts';
import { type MeasuredStructured, measureStructured } from './aggregate.ts';
import type { PlannedStructured } from './describe.ts';
import { structuredPlan } from './plan.ts';
import { reportStructured, structuredMetrics } from './report.ts';

/** Responses that should be JSON of a schema: the outcome of each, and how often each field is right. */
export const structuredKind: Kind<PlannedStructured, MeasuredStructured[]> = {
  name: 'structured',
  plan: structuredPlan,
  estimate: {
    ...answersEstimate,
    assumptions: () => ['Structured output: a schema is estimated like the same text in the prompt.'],
  },
  // A schema may be made to block the process, so every response is graded in the grading thread.
  ...askAndGrade(gradeAskingModels),
  aggregate: measureStructured,
  metrics: structuredMetrics,
  report: reportStructured,
  present: ({ item: { responseFormat } }) => (responseFormat ? { response_format: responseFormat } : {}),
};

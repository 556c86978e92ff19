import { answersEstimate } from '../answers/estimate.ts';
import { planAskedBenchmark, refuseTrace } from '../answers/plan.ts';
import { askAndGrade } from '../answers/run.ts';
import type { Kind } from '../kind.ts';
import { type MeasuredAdherence, measureAdherence } from './aggregate.ts';
import type { PlannedAdherence } from './describe.ts';
import { gradeRules } from './grade.ts';
import { adherenceMetrics, reportAdherence } from './report.ts';

/**
 * Checks responses against a checklist: the share of rules that each response keeps, and the number of responses that
 * break any.
 */
export const adherenceKind: Kind<PlannedAdherence, MeasuredAdherence[]> = {
  name: 'adherence',
  plan: {
    takes: ({ benchmark_type }) => benchmark_type === 'adherence',
    sendsItems: () => true,
    async draft(choice, context) {
      await refuseTrace(choice, context);
      const { planned, sampled } = await planAskedBenchmark('answers', choice, context);
      return [{ planned: { ...planned, kind: 'adherence' }, sampled }];
    },
  },
  estimate: answersEstimate,
  ...askAndGrade(gradeRules),
  aggregate: measureAdherence,
  metrics: adherenceMetrics,
  report: reportAdherence,
};

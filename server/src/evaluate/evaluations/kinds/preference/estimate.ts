import { countPairs } from '../../plan/target-pairs.ts';
import { judgedVolume } from '../judging/estimate.ts';
import type { KindEstimate } from '../kind.ts';
import type { PlannedPreference } from './describe.ts';

/** Every pair of targets is shown to a judge in both orders. */
export const preferenceEstimate: KindEstimate<PlannedPreference> = {
  judgeVolume: ({ pairs: { of } }, context) =>
    judgedVolume(context, {
      of,
      times: 2 * countPairs(context.plan.targets.length),
      answers: 2,
      judgements: 1,
    }),
};

import { countPairs } from '../../plan/target-pairs.ts';
import { judgedVolume } from '../judging/estimate.ts';
import type { KindEstimate } from '../kind.ts';
import type { PlannedPreference } from './describe.ts';

/** Judges see every pair of targets in both orders. */
export const preferenceEstimate: KindEstimate<PlannedPreference> = {
  judgeVolume: ({ pairs: { of } }, context) =>
    judgedVolume(context, {
      of,
      times: 2 * countPairs(context.plan.targets.length),
      answers: 2,
      judgements: 1,
    }),
};

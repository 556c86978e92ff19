import type { Kind } from '../kind.ts';
import { measurePreferences, type PreferenceMeasurement } from './aggregate.ts';
import type { PlannedPreference } from './describe.ts';
import { preferenceEstimate } from './estimate.ts';
import { samplePair } from './present.ts';
import { reportPreferences } from './report.ts';
import { runPreferences } from './run.ts';
import { preferenceTrial } from './trial.ts';

/** Judges compare the responses of two targets to the same item, in both orders. */
export const preferenceKind: Kind<PlannedPreference, PreferenceMeasurement> = {
  name: 'preference',
  estimate: preferenceEstimate,
  ...runPreferences,
  trialJudgement: preferenceTrial,
  aggregate: measurePreferences,
  report: reportPreferences,
  present: samplePair,
};

import { LOCK_IN_TOLERANCES } from './facts/lock-in-tolerances.ts';
import { TRAFFIC_PROFILES } from './facts/traffic-profiles.ts';
import { WORKLOAD_PROFILES } from './facts/workload-profiles.ts';
import { createVocabulary } from './vocabulary.ts';

export type {
  Distribution,
  LockInTolerance,
  Sizes,
  TrafficProfile,
  WorkloadProfile,
} from './profile.ts';

/** The words of the open fields of a scenario, with the facts that each carries (docs/vocabulary.md). */
export const vocabulary = {
  workload_type: createVocabulary('workload_type', WORKLOAD_PROFILES, {
    meaning: entry(WORKLOAD_PROFILES, 'general'),
    said: 'it is treated as general',
  }),
  traffic_profile: createVocabulary('traffic_profile', TRAFFIC_PROFILES, {
    meaning: entry(TRAFFIC_PROFILES, 'steady'),
    said: 'it is treated as steady',
  }),
  vendor_lock_in_tolerance: createVocabulary('vendor_lock_in_tolerance', LOCK_IN_TOLERANCES, {
    meaning: null,
    said: 'no limit is taken from it',
  }),
} as const;

function entry<F extends { readonly word: string }>(entries: readonly F[], word: string): F {
  const found = entries.find((each) => each.word === word);
  if (!found) throw new Error(`The vocabulary has no ${word}.`);
  return found;
}

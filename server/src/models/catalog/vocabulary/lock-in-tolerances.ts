import type { LockInTolerance, Sourced } from './profiles.ts';

// There is no accepted score; points and thresholds are this project's proposal, based on the Model Openness Framework
// (arXiv 2403.13784) and the switching rules of Regulation (EU) 2023/2854, articles 23 to 31.
const PROPOSAL: Sourced = { source: "this project's lock-in score, 0 to 100", as_of: '2026-11-20' };

/** The highest lock-in score for each `vendor_lock_in_tolerance`. */
export const LOCK_IN_TOLERANCES: readonly LockInTolerance[] = [
  { word: 'none', max_score: 15, fails_on_component_maximum: true, ...PROPOSAL },
  { word: 'low', max_score: 30, fails_on_component_maximum: false, ...PROPOSAL },
  { word: 'medium', max_score: 55, fails_on_component_maximum: false, ...PROPOSAL },
  { word: 'high', max_score: 100, fails_on_component_maximum: false, ...PROPOSAL },
];

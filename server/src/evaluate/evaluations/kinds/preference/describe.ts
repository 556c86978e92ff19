import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Judges compare the answers of two targets at a time. */
export interface PlannedPreference extends PlannedOfKind<'preference'> {
  /** Whose answers: a place in the plan. */
  pairs: { of: number };
}

export const preferenceDescription: KindDescription<PlannedPreference> = {
  kind: 'preference',
  asks: 'pairs',
  scored: true,
  restsOn: ({ pairs }) => pairs.of,
};

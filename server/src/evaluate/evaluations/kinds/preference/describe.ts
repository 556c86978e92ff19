import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Judges compare the responses of two targets. */
export interface PlannedPreference extends PlannedOfKind<'preference'> {
  /** The index in the plan of the benchmark whose responses are compared. */
  pairs: { of: number };
}

export const preferenceDescription: KindDescription<PlannedPreference> = {
  kind: 'preference',
  asks: 'pairs',
  scored: true,
  restsOn: ({ pairs }) => pairs.of,
};

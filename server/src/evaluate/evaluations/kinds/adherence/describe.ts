import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets are called, and each response is checked against the rules of its item. */
export type PlannedAdherence = PlannedOfKind<'adherence'>;

export const adherenceDescription: KindDescription<PlannedAdherence> = {
  kind: 'adherence',
  asks: 'targets',
  scored: true,
  margins: () => ['score'],
  reportsDetails: true,
};

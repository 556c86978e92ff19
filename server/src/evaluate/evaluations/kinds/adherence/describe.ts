import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets are asked, and a checklist of rules says what of it each response keeps. */
export type PlannedAdherence = PlannedOfKind<'adherence'>;

export const adherenceDescription: KindDescription<PlannedAdherence> = {
  kind: 'adherence',
  asks: 'targets',
  scored: true,
  margins: () => ['score'],
  reportsDetails: true,
};

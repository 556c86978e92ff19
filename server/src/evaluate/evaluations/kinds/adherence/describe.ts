import type { KindDescription, Planned } from '../description.ts';

/** Targets are asked, and a checklist of rules says what of it each response keeps. */
export type PlannedAdherence = Planned<'adherence'>;

export const adherenceDescription: KindDescription<PlannedAdherence> = {
  kind: 'adherence',
  asks: 'targets',
  scored: true,
  margins: () => ['score'],
  reportsDetails: true,
};

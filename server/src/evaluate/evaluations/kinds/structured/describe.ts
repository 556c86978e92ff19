import type { Route } from '../../../../measure/graders/graders.ts';
import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets are asked for JSON of a schema, under one of two conditions. */
export interface PlannedStructured extends PlannedOfKind<'structured'> {
  route: Route;
}

export const structuredDescription: KindDescription<PlannedStructured> = {
  kind: 'structured',
  asks: 'targets',
  scored: true,
  margins: () => ['score'],
  reportsDetails: true,
};

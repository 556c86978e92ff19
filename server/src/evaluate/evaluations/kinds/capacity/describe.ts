import type { CapacityLimits, RequestedLoad } from '../../../../measure/traffic/traffic.ts';
import type { KindDescription, PlannedOfKind } from '../description.ts';

/** A search for capacity; it has one item. */
export interface PlannedCapacity extends PlannedOfKind<'capacity'> {
  capacity: CapacitySearch;
}

/** A search for the highest rate at which a scenario's limits hold. */
export interface CapacitySearch {
  /** Index in the plan's scenarios. */
  scenario: number;
  load: Omit<RequestedLoad, 'peakRps'>;
  limits: CapacityLimits;
}

export const capacityDescription: KindDescription<PlannedCapacity> = {
  kind: 'capacity',
  asks: 'targets',
  scored: false,
  needsScenario: () => true,
};

import { monotonicMs } from '../../../kernel/clock.ts';
import { type ClockEstimate, type ClockTrip, estimateClock } from '../../../measure/traffic/traffic.ts';
import type { Database } from '../../../platform/db/db.ts';

/** Number of clock comparisons. The one with the shortest round trip is used; on loopback one takes half a millisecond. */
const CLOCK_TRIPS = 20;

/** Offset from this process's `monotonicMs` to the database's time. */
export interface ComparedClock extends ClockEstimate {
  /** How far the database's clock is ahead of this machine's clock, in ms. */
  machineOffsetMs: number;
}

export async function compareClocks(db: Database): Promise<ComparedClock> {
  const trips: ClockTrip[] = [];
  for (let trip = 0; trip < CLOCK_TRIPS; trip++) {
    const askedMs = monotonicMs();
    const { now } = await db.query.selectNoFrom(db.exactTime.as('now')).executeTakeFirstOrThrow();
    trips.push({ askedMs, answeredMs: monotonicMs(), otherMs: now });
  }
  const estimate = estimateClock(trips);
  const machineOffsetMs = Math.round(estimate.offsetMs + monotonicMs() - Date.now());
  return { ...estimate, machineOffsetMs };
}

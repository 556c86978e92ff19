import { sql } from 'kysely';
import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationClaim } from './evaluation-store.ts';
import { type SampleRow, selectSamples } from './sample-store.ts';

type EvaluationRef = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

/** The units that a page may show: numbers from `from` up to but not including `to`, above `after`. */
export interface UnitSpan {
  after: number;
  from: number;
  to: number;
}

/** A unit and the number of bytes of its sample, so that a page can be cut before its texts are read. */
export interface SampleSize {
  unit: number;
  bytes: number;
}

const BYTES = sql<number>`coalesce(octet_length(answer), 0) + coalesce(octet_length(reasoning), 0)`;

function inSpan(db: Database, of: EvaluationRef, { after, from, to }: UnitSpan) {
  return selectSamples(db, of).where('unit', '>', after).where('unit', '>=', from).where('unit', '<', to);
}

/** The next units that have a row, at most `limit`. */
export function nextUnits(
  db: Database,
  of: EvaluationRef,
  span: UnitSpan,
  limit: number,
): Promise<SampleSize[]> {
  return inSpan(db, of, span)
    .select(['unit', BYTES.as('bytes')])
    .orderBy('unit')
    .limit(limit)
    .execute();
}

/**
 * The next units with one of these outcomes and one of these targets, at most `limit`. It reads a short range of the
 * index by outcome for each, so the last page of a million takes as long as the first.
 */
export async function nextMatchingUnits(
  db: Database,
  of: EvaluationRef,
  { outcomes, targets }: { outcomes: readonly string[]; targets: readonly number[] },
  span: UnitSpan,
  limit: number,
): Promise<SampleSize[]> {
  const ranges = outcomes.flatMap((outcome) =>
    targets.map((target) =>
      inSpan(db, of, span)
        .select('unit')
        .where((eb) => eb.and({ verdict: outcome, target }))
        .orderBy('unit')
        .limit(limit)
        .execute(),
    ),
  );
  const units = (await Promise.all(ranges)).flat().map(({ unit }) => unit);
  const first = units.sort((a, b) => a - b).slice(0, limit);
  return readSampleSizes(db, of, first);
}

/** Those of these units that have a row, with the sizes of their samples. */
export async function readSampleSizes(
  db: Database,
  of: EvaluationRef,
  units: readonly number[],
): Promise<SampleSize[]> {
  if (units.length === 0) return [];
  return selectSamples(db, of)
    .select(['unit', BYTES.as('bytes')])
    .where('unit', 'in', units)
    .orderBy('unit')
    .execute();
}

/** Complete samples, in the order of their units. */
export function readSamples(db: Database, of: EvaluationRef, units: readonly number[]): Promise<SampleRow[]> {
  return selectSamples(db, of).selectAll().where('unit', 'in', units).orderBy('unit').execute();
}

import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/db.ts';
import type { Held } from './evaluation-store.ts';
import { type SampleRow, samplesOf } from './sample-store.ts';

type Of = Pick<Held, 'workspaceId' | 'id'>;

/** Which units a page may show: numbers from `from` up to, and without, `to`, further than `after`. */
export interface UnitSpan {
  after: number;
  from: number;
  to: number;
}

/** A unit and how many bytes its sample has, so that a page can be cut before its texts are read. */
export interface SampleSize {
  unit: number;
  bytes: number;
}

/** Units that have a second target: of the span `each` following ones are one item's pairs of targets. */
export interface SecondTarget {
  from: number;
  to: number;
  each: number;
  /** Which of the pairs have the wanted target second, with the first of each. */
  pairs: readonly { place: number; first: number }[];
}

const BYTES = sql<number>`coalesce(octet_length(answer), 0) + coalesce(octet_length(reasoning), 0)`;

function inSpan(db: Database, of: Of, { after, from, to }: UnitSpan) {
  return samplesOf(db, of).where('unit', '>', after).where('unit', '>=', from).where('unit', '<', to);
}

/** The next units that have a row, at most `limit`. */
export function nextUnits(db: Database, of: Of, span: UnitSpan, limit: number): Promise<SampleSize[]> {
  return inSpan(db, of, span)
    .select(['unit', BYTES.as('bytes')])
    .orderBy('unit')
    .limit(limit)
    .execute();
}

function isAtPlace({ from, to, each }: SecondTarget, places: readonly number[]): Expression<SqlBool> {
  const place = sql<number>`((unit - ${from}) % ${each})`;
  return sql<SqlBool>`(unit >= ${from} AND unit < ${to} AND ${place} IN (${sql.join(places)}))`;
}

/**
 * The next units with one of these outcomes, of one of these targets or with it second, at most `limit`: a short range of
 * the index by outcome for each, so that it takes as long for the last page of a million as for the first.
 */
export async function nextUnitsOf(
  db: Database,
  of: Of,
  {
    outcomes,
    targets,
    seconds,
  }: { outcomes: readonly string[]; targets: readonly number[]; seconds: readonly SecondTarget[] },
  span: UnitSpan,
  limit: number,
): Promise<SampleSize[]> {
  const range = (outcome: string, target: number) =>
    inSpan(db, of, span)
      .select('unit')
      .where('verdict', '=', outcome)
      .where('target', '=', target)
      .orderBy('unit')
      .limit(limit);
  const ranges = outcomes.flatMap((outcome) => [
    ...targets.map((target) => range(outcome, target).execute()),
    ...seconds.flatMap((second) =>
      second.pairs.map(({ place, first }) =>
        range(outcome, first)
          .where(isAtPlace(second, [place]))
          .execute(),
      ),
    ),
  ]);
  const units = (await Promise.all(ranges)).flat().map(({ unit }) => unit);
  const first = units.sort((a, b) => a - b).slice(0, limit);
  return first.length === 0 ? [] : sizesOf(db, of, first);
}

function sizesOf(db: Database, of: Of, units: readonly number[]): Promise<SampleSize[]> {
  return samplesOf(db, of)
    .select(['unit', BYTES.as('bytes')])
    .where('unit', 'in', units)
    .orderBy('unit')
    .execute();
}

/** What a sample may be looked at for, unit by unit, where no index tells. */
export interface Looked {
  /** The answer waits to be graded. */
  answered: boolean;
  /** The published rule graded it differently. */
  referenceDiffers: boolean;
  /** With how many targets an item is asked, when only those count on which scores differ; else null. */
  disagreeAmong: number | null;
  outcomes: readonly string[] | null;
  targets: readonly number[] | null;
  seconds: readonly SecondTarget[];
}

/** The units of the span that are as wanted, at most `limit`: every unit of the span is looked at. */
export function lookForUnits(
  db: Database,
  of: Of,
  { answered, referenceDiffers, disagreeAmong, outcomes, targets, seconds }: Looked,
  span: UnitSpan,
  limit: number,
): Promise<SampleSize[]> {
  let query = inSpan(db, of, span).select(['unit', BYTES.as('bytes')]);
  if (answered) query = query.where('state', '=', 'answered');
  // Not true of a row without one: its reference is null.
  if (referenceDiffers) query = query.whereRef('reference_grade', '<>', 'score');
  if (outcomes !== null) query = query.where('verdict', 'in', outcomes);
  if (targets !== null)
    query = query.where((eb) =>
      eb.or([
        eb('target', 'in', targets),
        ...seconds.map((second) =>
          isAtPlace(
            second,
            second.pairs.map(({ place }) => place),
          ),
        ),
      ]),
    );
  if (disagreeAmong !== null) query = query.where(disagrees(of, disagreeAmong));
  return query.orderBy('unit').limit(limit).execute();
}

/**
 * Another target's score of the same item and epoch differs: they are neighbours, and unit − target is the first. Of
 * two that were compared one is preferred.
 */
function disagrees({ workspaceId, id }: Of, among: number): Expression<SqlBool> {
  return sql<SqlBool>`CASE WHEN verdict = 'compared' THEN score <> 0.5 ELSE EXISTS (SELECT 1 FROM evaluation_samples AS other
    WHERE other.workspace_id = ${workspaceId} AND other.evaluation_id = ${id}
      AND other.unit >= evaluation_samples.unit - evaluation_samples.target
      AND other.unit < evaluation_samples.unit - evaluation_samples.target + ${among}
      AND other.score <> evaluation_samples.score) END`;
}

/** Whole samples, in the order of their units. */
export function readSamples(db: Database, of: Of, units: readonly number[]): Promise<SampleRow[]> {
  return samplesOf(db, of).selectAll().where('unit', 'in', units).orderBy('unit').execute();
}

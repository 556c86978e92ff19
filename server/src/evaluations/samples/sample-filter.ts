import type { Database } from '../../db/db.ts';
import type { Held } from '../stores/evaluation-store.ts';
import {
  lookForUnits,
  nextUnits,
  nextUnitsOf,
  type SampleSize,
  type SecondTarget,
} from '../stores/sample-page-store.ts';

/** Which samples a page shows; null = whatever they are. */
export interface SampleFilter {
  /** Numbers of units: from the first up to, and without, the last. */
  from: number;
  to: number;
  targets: readonly number[] | null;
  /** Where it is the second of two that are compared. */
  seconds: readonly SecondTarget[];
  /** How many targets the plan has. */
  targetCount: number;
  outcomes: readonly string[] | null;
  /** Only answers that wait to be graded. */
  answered: boolean;
  /** Only items on which targets have different scores. */
  disagree: boolean;
  /** Only replies that the published rule of their benchmark grades differently. */
  referenceDiffers: boolean;
}

export interface FoundUnits {
  units: SampleSize[];
  /** The unit after which the next page begins; null when there is none. */
  next: number | null;
}

type Of = Pick<Held, 'workspaceId' | 'id'>;

const EVERY_OUTCOME = ['right', 'wrong', 'compared', 'failed', 'unscored', 'measured', 'interrupted'];
/** Units looked at by one statement, and the time after which a page ends with what was found: it may be empty. */
const LOOKED_AT = 2000;
const LOOK_MS = 10;

/** The next units after `after` that the filter lets through, at most `limit`. */
export async function findUnits(
  db: Database,
  of: Of,
  filter: SampleFilter,
  after: number,
  limit: number,
): Promise<FoundUnits> {
  const { targets, seconds, outcomes, answered, disagree, referenceDiffers, targetCount } = filter;
  if (filter.from >= filter.to || targets?.includes(-1)) return { units: [], next: null };
  if (answered || disagree || referenceDiffers) return lookThrough(db, of, filter, after, limit);
  const span = { after, from: filter.from, to: filter.to };
  if (outcomes === null && targets === null) return cut(await nextUnits(db, of, span, limit + 1), limit);
  const wanted = {
    outcomes: outcomes ?? EVERY_OUTCOME,
    seconds,
    targets: targets ?? Array.from({ length: targetCount }, (_, i) => i),
  };
  return cut(await nextUnitsOf(db, of, wanted, span, limit + 1), limit);
}

function cut(units: SampleSize[], limit: number): FoundUnits {
  const shown = units.slice(0, limit);
  return { units: shown, next: units.length > limit ? (shown.at(-1)?.unit ?? null) : null };
}

/** Where no index tells: looks at a stretch of units after the other, and ends the page when it takes too long. */
async function lookThrough(
  db: Database,
  of: Of,
  { from, to, targets, seconds, outcomes, answered, disagree, referenceDiffers, targetCount }: SampleFilter,
  after: number,
  limit: number,
): Promise<FoundUnits> {
  const wanted = {
    answered,
    referenceDiffers,
    disagreeAmong: disagree ? targetCount : null,
    outcomes: answered ? null : outcomes,
    targets,
    seconds,
  };
  const until = performance.now() + LOOK_MS;
  const units: SampleSize[] = [];
  for (let at = Math.max(from, after + 1); at < to; at += LOOKED_AT) {
    const span = { after: -1, from: at, to: Math.min(to, at + LOOKED_AT) };
    units.push(...(await lookForUnits(db, of, wanted, span, limit + 1 - units.length)));
    if (units.length > limit) return cut(units, limit);
    if (performance.now() > until && span.to < to) return { units, next: span.to - 1 };
  }
  return { units, next: null };
}

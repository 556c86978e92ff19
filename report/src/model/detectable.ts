import { count, formatExact, points } from '../figures/figures.ts';

/** The difference that a number of questions can detect. */
export interface DetectablePoint {
  /** Number of questions. */
  readonly items: number;
  /** The smallest score difference that is detected with 80 % power. */
  readonly difference: number;
}

/** The detectable differences of one benchmark, by number of questions. */
export interface DetectableCurve {
  readonly benchmark: string;
  readonly points: readonly DetectablePoint[];
  /** The point for the planned number of questions; absent if it can show no difference. */
  readonly planned?: DetectablePoint;
  /** The earlier evaluation whose observed correlation is used. */
  readonly foundBy?: string;
}

/**
 * The approximate number of questions that show a difference of this size, interpolated on the curve: between two
 * known points, the difference is a power of the number. Null if the curve does not reach it.
 */
export function questionsFor(points: readonly DetectablePoint[], difference: number): number | null {
  const known = points.toSorted((a, b) => a.items - b.items);
  const at = known.findIndex((point) => point.difference <= difference);
  const found = known[at];
  const before = known[at - 1];
  if (!found) return null;
  if (!before || before.difference === found.difference) return found.items;
  const share = Math.log(before.difference / difference) / Math.log(before.difference / found.difference);
  return Math.ceil(before.items * (found.items / before.items) ** share);
}

/** Such as `100 questions can show a difference of 12.3 points; 5 points need about 560.` */
export function detectableSentence(curve: DetectableCurve, margin: number): string {
  const { foundBy } = curve;
  const says = whatItShows(curve, margin);
  return foundBy === undefined ? says : `Based on “${foundBy}”: ${says}`;
}

function whatItShows({ points: known, planned }: DetectableCurve, margin: number): string {
  const now =
    planned === undefined
      ? 'These questions are too few to show any difference'
      : `${count(planned.items)} questions can show a difference of ${points(planned.difference)} points`;
  if (margin <= 0 || (planned && planned.difference <= margin)) return `${now}.`;
  const needed = questionsFor(known, margin);
  const most = known.at(-1);
  if (needed !== null) return `${now}; ${formatExact(points, margin)} points need about ${count(needed)}.`;
  return most
    ? `${now}; its ${count(most.items)} questions are too few for ${formatExact(points, margin)} points.`
    : `${now}.`;
}

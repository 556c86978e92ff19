import { count, points, stated } from '../figures/figures.ts';

/** What a number of questions can show. */
export interface DetectablePoint {
  /** Questions. */
  readonly items: number;
  /** The smallest difference in score that is found with 80 % power. */
  readonly difference: number;
}

/** What one benchmark can show, from few questions to many. */
export interface DetectableCurve {
  readonly benchmark: string;
  readonly points: readonly DetectablePoint[];
  /** With the size that is planned; absent where it can show nothing. */
  readonly planned?: DetectablePoint;
  /** The earlier evaluation whose finding the differences rest on. */
  readonly foundBy?: string;
}

/**
 * About how many questions show a difference of this size, read from the curve: between two known sizes the difference
 * falls with a power of their number. Null where the curve does not reach it.
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

/** `100 questions show a difference of 12.3 points; 5 points need about 560.` */
export function detectableSentence(curve: DetectableCurve, margin: number): string {
  const { foundBy } = curve;
  const says = whatItShows(curve, margin);
  return foundBy === undefined ? says : `By what “${foundBy}” found: ${says}`;
}

function whatItShows({ points: known, planned }: DetectableCurve, margin: number): string {
  const now =
    planned === undefined
      ? 'So few questions show no difference at all'
      : `${count(planned.items)} questions show a difference of ${points(planned.difference)} points`;
  if (margin <= 0 || (planned && planned.difference <= margin)) return `${now}.`;
  const needed = questionsFor(known, margin);
  const most = known.at(-1);
  if (needed !== null) return `${now}; ${stated(points, margin)} points need about ${count(needed)}.`;
  return most
    ? `${now}; its ${count(most.items)} questions are too few for ${stated(points, margin)} points.`
    : `${now}.`;
}

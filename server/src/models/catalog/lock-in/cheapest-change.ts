import type { LockInTolerance } from '../vocabulary/profiles.ts';
import {
  judgeLockIn,
  LOCK_IN_POINTS,
  type LockIn,
  type LockInComponent,
  type LockInLine,
  lockInLine,
  sumLockIn,
} from './points.ts';

/** One change that reduces lock-in. */
export interface LockInChange {
  readonly component: LockInComponent;
  readonly from: string;
  readonly to: string;
  readonly saves: number;
}

/**
 * The cheapest change that meets a tolerance: the fewest components, and among such changes the smallest (the highest
 * score that still passes). Null if no known component is enough, or if it already passes. Weights and hardware count
 * as components like any other; the reader decides which can be changed in practice.
 */
export function cheapestChange(lockIn: LockIn, tolerance: LockInTolerance): readonly LockInChange[] | null {
  if (lockIn.score === null || judgeLockIn(lockIn, tolerance) === 'pass') return null;
  let best: { changes: LockInChange[]; score: number } | null = null;
  for (const changes of improvements(lockIn.lines)) {
    if (changes.length === 0 || (best && changes.length > best.changes.length)) continue;
    const after = applyChanges(lockIn, changes);
    if (judgeLockIn(after, tolerance) !== 'pass') continue;
    if (best && changes.length === best.changes.length && after.at_least <= best.score) continue;
    best = { changes, score: after.at_least };
  }
  return best?.changes ?? null;
}

/** All combinations of changes that reduce points, at most one for each component. */
function improvements([first, ...rest]: readonly LockInLine[]): LockInChange[][] {
  if (!first) return [[]];
  const ways = improvements(rest);
  const { component, choice, points } = first;
  if (choice === null || points === null) return ways;
  const better = Object.entries(LOCK_IN_POINTS[component]).filter(([, fewer]) => fewer < points);
  const changes = better.map(([to, fewer]) => ({ component, from: choice, to, saves: points - fewer }));
  return [...ways, ...changes.flatMap((change) => ways.map((way) => [change, ...way]))];
}

function applyChanges(lockIn: LockIn, changes: readonly LockInChange[]): LockIn {
  const lines = lockIn.lines.map((before) => {
    const change = changes.find(({ component }) => component === before.component);
    return change ? lockInLine(before.component, change.to, 'after the change') : before;
  });
  return sumLockIn(lines, [], []);
}

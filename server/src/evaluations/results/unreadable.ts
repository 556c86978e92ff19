import { adjustPValues, compareShares } from '../../statistics/statistics.ts';
import { targetPairs } from '../plan/target-pairs.ts';
import type { Coverage } from '../schemas/result-schemas.ts';

/** The level of the tests of one evaluation together, after Holm. */
const ALPHA = 0.05;

/**
 * Warns where one target's answers could be read less often than another's on the same benchmark: a part of the
 * difference in scores may then be one of form. An answer that could not be read is one in which none was found, or
 * that could not be graded. Fisher's exact test of each pair of targets, adjusted together by Holm's method.
 *
 * @param coverage of benchmarks whose answers are read for one answer, by benchmark and target
 */
export function unreadableWarnings(coverage: readonly Coverage[]): string[] {
  const pairs = [...Map.groupBy(coverage, ({ benchmark }) => benchmark).values()].flatMap((cells) =>
    targetPairs(cells.length).map(([a, b]) => [cells[a], cells[b]] as [Coverage, Coverage]),
  );
  const tested = pairs
    .map((pair) => pair.toSorted((a, b) => shareOf(b) - shareOf(a)) as [Coverage, Coverage])
    .filter(([a, b]) => answersOf(a) > 0 && answersOf(b) > 0 && shareOf(a) > shareOf(b))
    .map(([more, less]) => ({
      more,
      less,
      p: compareShares(unreadOf(more), answersOf(more), unreadOf(less), answersOf(less)),
    }));
  const adjusted = adjustPValues(
    'holm',
    tested.map(({ p }) => p),
  );
  return tested.flatMap(({ more, less }, i) =>
    (adjusted[i] as number) < ALPHA
      ? [
          `${more.benchmark}: no answer could be read in ${percent(shareOf(more))} % of the replies of ${more.target_label} and ${percent(shareOf(less))} % of ${less.target_label}'s. A part of the difference in their scores may be one of form: look at the replies in which no answer was found.`,
        ]
      : [],
  );
}

const answersOf = ({ scored, unscored }: Coverage) => scored + unscored;
const unreadOf = ({ extraction, unscored }: Coverage) => extraction.none + unscored;
const shareOf = (cell: Coverage) => unreadOf(cell) / answersOf(cell);
const percent = (share: number) => (share * 100).toFixed(1);

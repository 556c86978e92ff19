import { count, createFigureWriter, joinNames, percent } from '@touchstone/report/figures';
import { nameInSentence, scoreName } from '../../../decide/slo/slo.ts';
import { adjustPValues, compareShares } from '../../../measure/statistics/statistics.ts';
import { targetPairs } from '../plan/target-pairs.ts';
import type { Coverage } from '../schemas/result-schemas.ts';

/** The level of all tests of an evaluation together, with Holm's correction. */
const ALPHA = 0.05;

/**
 * Warns once for each benchmark on which a readable answer was found less often in one target's responses than in
 * another's: part of the score difference may then be due to form. Unreadable means that no answer was found, or that
 * the response could not be graded. It uses Fisher's exact test of each pair of targets, adjusted together by Holm's
 * method. `about` contains the targets that the warnings name, by `unreadableKey`.
 *
 * @param coverage of benchmarks that look for one answer in a response, by benchmark and target
 */
export function unreadableWarnings(coverage: readonly Coverage[]): {
  warnings: string[];
  about: ReadonlySet<string>;
} {
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
  const found = tested.filter((_, i) => (adjusted[i] as number) < ALPHA);
  const named = found.flatMap(({ more, less }) => [more, less]);
  return {
    warnings: [...Map.groupBy(found, ({ more }) => more.benchmark).values()].map(warningOf),
    about: new Set(named.map(({ benchmark, target_label }) => unreadableKey(benchmark, target_label))),
  };
}

export const unreadableKey = (benchmark: string, label: string) => JSON.stringify([benchmark, label]);

/** Names the targets that are read less often than another, with the shares of all targets in such pairs. */
function warningOf(pairs: readonly { more: Coverage; less: Coverage }[]): string {
  const cells = [...new Set(pairs.flatMap(({ more, less }) => [more, less]))].sort(
    (a, b) => shareOf(b) - shareOf(a),
  );
  const said = createFigureWriter(percent, cells.map(shareOf));
  const share = (cell: Coverage) => said(shareOf(cell));
  const alike = Map.groupBy(cells, (cell) => `${share(cell)} ${parts(cell)}`);
  const [most, ...others] = [...alike.values()].map((own) => {
    const [first] = own as [Coverage];
    const who = joinNames(own.map(({ target_label }) => nameInSentence(target_label)));
    return `${share(first)} of the responses of ${who}${parts(first)}`;
  });
  const on = nameInSentence(scoreName(cells[0]?.benchmark ?? ''));
  return `On ${on}, no answer could be read in ${most}, against ${joinNames(others)}. Some of the differences in their scores may be due to form: see ${toLookAt(cells)}.`;
}

const answersOf = ({ scored, unscored }: Pick<Coverage, 'scored' | 'unscored'>) => scored + unscored;
const unreadOf = ({ extraction, unscored }: Coverage) => extraction.none + unscored;
const shareOf = (cell: Coverage) => unreadOf(cell) / answersOf(cell);

/** If some responses were not graded, the number of each kind, because one common share would hide them. */
function parts({ extraction, unscored, ...cell }: Coverage): string {
  if (unscored === 0) return '';
  const all = answersOf({ unscored, ...cell });
  return ` (of ${count(all)}, none was found in ${count(extraction.none)} and ${count(unscored)} ${unscored === 1 ? 'was' : 'were'} not graded)`;
}

function toLookAt(cells: readonly Coverage[]): string {
  const none = cells.some(({ extraction }) => extraction.none > 0);
  const ungraded = cells.some(({ unscored }) => unscored > 0);
  const kinds = [
    ...(none ? ['without a recognised answer (they count as wrong)'] : []),
    ...(ungraded ? ['that were not graded, and why'] : []),
  ];
  return `the responses ${joinNames(kinds)}`;
}

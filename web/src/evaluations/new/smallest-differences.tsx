import { benchmarkName } from '@touchstone/report';
import { decimal, plural, points } from '@touchstone/report/figures';
import type { Estimate } from '../../api/api.ts';

/** Every request to a model, of load too, whose slice is one unit, and those to judges. */
export function countCalls({ targets, judges = [] }: Estimate): number {
  return [...targets, ...judges].reduce((sum, { calls }) => sum + calls, 0);
}

/** What each benchmark could show, with what that depends on. */
export function SmallestDifferences({ benchmarks }: Pick<Estimate, 'benchmarks'>) {
  return (
    <ul>
      {benchmarks.map(({ benchmark, items, items_for_a_tie, ...shown }) => (
        <li key={benchmark}>
          <strong>{benchmarkName(benchmark)}</strong>: {plural(items, 'question')}; {differenceText(shown)}
          {items_for_a_tie !== null && `; a tie needs ${plural(items_for_a_tie, 'question')}`}
        </li>
      ))}
    </ul>
  );
}

type Shown = Pick<
  Estimate['benchmarks'][number],
  | 'clusters'
  | 'smallest_detectable_difference'
  | 'smallest_detectable_if_independent'
  | 'smallest_detectable_at_best'
  | 'smallest_detectable_at_worst'
  | 'as_found_before'
>;

/** Between its two ends where items share clusters. */
function differenceText({
  clusters,
  smallest_detectable_difference: smallest,
  smallest_detectable_if_independent: best = null,
  as_found_before: before,
  ...bounds
}: Shown): string {
  const found =
    smallest === null ? 'shows no difference' : `shows differences from ${points(smallest)} points`;
  if (clusters === undefined) return `${asBefore(before)}${found}${differenceRange(bounds)}`;
  const atBest = best === null ? 'none' : `from ${points(best)}`;
  return `in ${plural(clusters, 'cluster')}: ${asBefore(before)}${found} if the responses within a cluster agree, ${atBest} if they are independent${differenceRange(bounds)}`;
}

/** Whatever the targets turn out to have in common. */
function differenceRange({
  smallest_detectable_at_best: best = null,
  smallest_detectable_at_worst: worst = null,
}: Pick<Shown, 'smallest_detectable_at_best' | 'smallest_detectable_at_worst'>): string {
  if (best === null) return '';
  return ` (at best from ${points(best)}, at worst ${worst === null ? 'none' : `from ${points(worst)}`})`;
}

function asBefore(before: Shown['as_found_before']): string {
  if (before === undefined) return '';
  const { smallest_detectable_difference: smallest, icc, evaluation_name } = before;
  const finds =
    smallest === null ? 'shows no difference' : `shows differences from ${points(smallest)} points`;
  return `${finds} at the correlation of ${decimal(icc)} measured in “${evaluation_name}”; for any correlation,  `;
}

import type { Schemas } from '@touchstone/client';
import { count, formatExact, percent } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';

type Benchmark = Schemas['Estimate']['benchmarks'][number];
type PlannedMinimum = Pick<Benchmark, 'benchmark' | 'items'> & NonNullable<Benchmark['minimums']>[number];

const inPercent = (share: number) => formatExact(percent, share);

/**
 * Such as `Support questions, at least 85 % (Busy hour): with 200 questions, 89.5 % or more correct shows that it is
 * met, 79.5 % or less shows that it is missed; anything between is undecided.`
 */
export function minimumSentence(planned: PlannedMinimum): string {
  const { benchmark, items, scenario_label, min, passes_from: met, fails_up_to: missed } = planned;
  const about = `${benchmarkName(benchmark)}, at least ${inPercent(min)} (${scenario_label})`;
  if (met === null && missed === null)
    return `${about}: ${count(items)} questions are too few to show that it is met or missed.`;
  const sides = [
    met === null
      ? 'no result can show that it is met'
      : `${inPercent(met)} or more correct shows that it is met`,
    missed === null
      ? 'no result can show that it is missed'
      : `${inPercent(missed)} or less shows that it is missed`,
  ];
  return `${about}: with ${count(items)} questions, ${sides.join(', ')}; anything between is undecided.`;
}

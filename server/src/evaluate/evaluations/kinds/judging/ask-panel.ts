import type { Run } from '../../run/run.ts';
import { type Judgement, readJudgements } from '../../stores/judgement-store.ts';
import type { JudgementKey, JudgementToMake } from './ask-judge.ts';

/**
 * The judgements of all judges about a unit, in each order. Stored ones are kept, and failed judges are called again.
 * Null if a judge could not be called because the budget or an account is exhausted.
 */
export async function askPanel(
  run: Run,
  unit: number,
  orders: readonly JudgementKey['swapped'][],
  ask: (judgement: JudgementToMake) => Promise<Judgement | null>,
): Promise<Judgement[] | null> {
  const kept = await readJudgements(run.deps.db, run.held, [unit]);
  const keys = run.judges.flatMap((_, judge) => orders.map((swapped) => ({ unit, judge, swapped })));
  const all = await Promise.all(
    keys.map((key) => {
      const before = kept.find(({ judge, swapped }) => judge === key.judge && swapped === key.swapped);
      return before?.state === 'graded' ? before : ask({ key, failed: before });
    }),
  );
  const said = all.filter((one) => one !== null);
  return said.length < all.length ? null : said;
}

import type { Database } from '../../../db/db.ts';
import type { SwappedPair } from '../../../statistics/statistics.ts';
import { type Plan, unitAt, unitOf, unitRange } from '../../plan/plan.ts';
import type { Held } from '../../stores/evaluation-store.ts';
import type { JudgementPage } from '../../stores/judgement-store.ts';
import { readCompared } from '../../stores/sample-store.ts';
import { inBothOrders } from './panel-preference.ts';

export interface PreferenceFacts {
  /** By judge: the pairs it compared in both orders. */
  judged: SwappedPair[][];
  /** By pair of answers: by how many bytes the first is longer, and its score. */
  lengths: [difference: number, score: number][];
}

const PAGE = 1000;

/** Collects what comparing answers showed; null where none are compared. Judgements come in the order of their units. */
export function measurePreferences(plan: Plan) {
  const at = plan.benchmarks.findIndex(({ pairs }) => pairs);
  const of = plan.benchmarks[at]?.pairs?.of;
  if (of === undefined) return null;
  const [pairs, answers] = [unitRange(plan, at), unitRange(plan, of)];
  const facts: PreferenceFacts = { judged: (plan.judges ?? []).map(() => []), lengths: [] };
  const lengths = new Uint32Array(answers.to - answers.from);
  let before: JudgementPage[number] | null = null;
  return {
    facts,
    isCompared: (unit: number) => unit >= pairs.from && unit < pairs.to,
    /** The two orders of one pair and judge are neighbours. */
    add(row: JudgementPage[number]) {
      const both =
        before?.unit === row.unit && before.judge === row.judge
          ? inBothOrders([before, row], row.judge)
          : null;
      if (both) facts.judged[row.judge]?.push(both);
      before = row;
    },
    measured(unit: number, length: number) {
      lengths[unit - answers.from] = length;
    },
    /** After all answers were measured. */
    async readOutcomes(db: Database, evaluation: Pick<Held, 'workspaceId' | 'id'>): Promise<void> {
      for (let after = -1; ; ) {
        const page = await readCompared(db, evaluation, at, after, PAGE);
        for (const { unit, score } of page) {
          if (score === null) continue;
          const { item, epoch, target, against = target } = unitAt(plan, unit);
          const length = (one: number) =>
            lengths[unitOf(plan, { benchmark: of, item, epoch, target: one }) - answers.from] ?? 0;
          facts.lengths.push([length(target) - length(against), score]);
        }
        const last = page.at(-1);
        if (!last || page.length < PAGE) return;
        after = last.unit;
      }
    },
  };
}

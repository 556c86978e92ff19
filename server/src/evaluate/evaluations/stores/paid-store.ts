import { toUsdNumber } from '../../../kernel/money.ts';
import type { Database } from '../../../platform/db/db.ts';
import { type Preflight, preflightCost } from '../plan/preflight.ts';
import { sumJudgeCosts } from './judgement-store.ts';
import { selectSamples } from './sample-store.ts';

/** The cost of an evaluation's calls in USD; null if unknown. Also for a deleted one until its rows are erased. */
export async function readCostUsd(
  db: Database,
  of: { readonly workspaceId: string; readonly id: string },
): Promise<number | null> {
  const own = await selectSamples(db, of)
    .select(({ fn }) => [fn.sum<number | null>('grading_cost').as('grading')])
    .select(({ fn }) =>
      // A shared response was paid for only once.
      fn.sum<number | null>('cost').filterWhere('answer_of', 'is', null).as('asking'),
    )
    .executeTakeFirstOrThrow();
  const judges = await sumJudgeCosts(db, of);
  const preflight = await paidInPreflight(db, of);
  if (own.asking === null && own.grading === null && judges.calls + preflight.calls === 0) return null;
  return toUsdNumber(
    [own.asking, own.grading, judges.spent, preflight.spent].reduce(
      (sum, part) => sum + BigInt(part ?? 0),
      0n,
    ),
  );
}

async function paidInPreflight(
  db: Database,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<{ spent: number; calls: number }> {
  const row = await db.query
    .selectFrom('evaluations')
    .select('run_facts_json')
    .where((eb) => eb.and({ workspace_id: workspaceId, id }))
    .executeTakeFirst();
  const facts = JSON.parse(row?.run_facts_json ?? '{}') as { preflight?: Preflight };
  return preflightCost([...(facts.preflight?.targets ?? []), ...(facts.preflight?.judges ?? [])]);
}

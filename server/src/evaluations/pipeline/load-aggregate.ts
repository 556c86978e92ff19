import type { Database } from '../../db/db.ts';
import { measureCapacity } from '../kinds/capacity/aggregate.ts';
import { measureJudging } from '../kinds/judging/aggregate.ts';
import { measureWindows } from '../kinds/load/aggregate.ts';
import type { Plan } from '../plan/plan.ts';
import { type Aggregate, createAggregate } from '../results/aggregate.ts';
import type { Held } from '../stores/evaluation-store.ts';
import { readMeasured } from '../stores/sample-store.ts';

/** So few that neither thread holds many rows at once, and that the main loop takes them in within some milliseconds. */
const PAGE = 1000;

/** Reads every sample of an evaluation, page by page, into an aggregate. */
export async function measure(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<Aggregate> {
  const { add, aggregate } = createAggregate(plan, of.id);
  for (let after = -1; ; ) {
    const page = await readMeasured(db, of, after, PAGE);
    for (const sample of page) add(sample);
    const last = page.at(-1);
    if (!last || page.length < PAGE) {
      const speed = await measureSpeed(db, of, plan);
      countUnpriced(aggregate, speed);
      return { ...aggregate, ...speed, judging: await measureJudging(db, of, plan) };
    }
    after = last.unit;
  }
}

async function measureSpeed(db: Database, of: Pick<Held, 'workspaceId' | 'id'>, plan: Plan) {
  return { windows: await measureWindows(db, of, plan), capacity: await measureCapacity(db, of, plan) };
}

/** Each request of load is a call, like each answer of a benchmark. */
function countUnpriced({ calls }: Aggregate, { windows, capacity }: Pick<Aggregate, 'windows' | 'capacity'>) {
  const ofWindows = windows.flatMap(({ target, windows: all }) =>
    all.map(({ unpriced }) => ({ target, unpriced })),
  );
  for (const { target, unpriced } of [...ofWindows, ...capacity]) {
    const own = calls[target];
    if (own !== undefined) own.unpriced += unpriced;
  }
}

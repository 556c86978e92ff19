import type { Database } from '../../../../platform/db/db.ts';
import type { Plan } from '../../plan/plan.ts';
import { type KindSample, measureSamples } from '../../results/measure-samples.ts';
import { sumTurns, type TurnSums } from '../../stores/turn-store.ts';
import type { EvaluationKey } from '../kind.ts';

/** A sum of known costs in 10⁻¹² USD, and whether it is complete. */
export interface Money {
  sum: number;
  isWhole: boolean;
}

/** Measurements of one target's conversations on one benchmark. */
export interface MeasuredTasks {
  /** Indexes of the benchmark and target in the plan. */
  at: number;
  target: number;
  /** By item: the number of graded runs, and of runs that solved it. */
  runs: Uint16Array;
  solved: Uint16Array;
  /** By item, in 10⁻¹² USD: the known cost of the responses in its graded runs. */
  costs: Float64Array;
  /** Sums over graded runs. */
  graded: { cost: Money; ms: number; turns: number; replies: number; calls: number };
  /** Cost of ungraded runs and interrupted attempts. */
  unscored: Money;
  brokenOff: { beginnings: number; cost: Money };
  /** Cost of models that simulated the user or judged. */
  simulation: Money & { any: boolean };
  reasons: Map<string, number>;
}

/** Reads the conversations of an evaluation; null if the plan has no tasks. */
export const measureTasks = (db: Database, of: EvaluationKey, plan: Plan) =>
  measureSamples<MeasuredTasks>(db, of, plan, 'tasks', {
    begin: nothingYet,
    async add(own, page) {
      const [first, last] = [page[0]?.unit ?? 0, page.at(-1)?.unit ?? 0];
      const sums = Map.groupBy(await sumTurns(db, of, first, last), ({ unit }) => unit);
      for (const sample of page)
        add(own[sample.target] as MeasuredTasks, sample, sums.get(sample.unit) ?? []);
    },
  });

const noMoney = (): Money => ({ sum: 0, isWhole: true });

function nothingYet(at: number, target: number, items: number): MeasuredTasks {
  return {
    at,
    target,
    runs: new Uint16Array(items),
    solved: new Uint16Array(items),
    costs: new Float64Array(items),
    graded: { cost: noMoney(), ms: 0, turns: 0, replies: 0, calls: 0 },
    unscored: noMoney(),
    brokenOff: { beginnings: 0, cost: noMoney() },
    simulation: { ...noMoney(), any: false },
    reasons: new Map(),
  };
}

function add(to: MeasuredTasks, { item, state, score, reason }: KindSample, sums: readonly TurnSums[]): void {
  const last = sums.at(-1)?.beginning ?? 0;
  for (const one of sums) {
    if (one.kind === 'reply' && one.beginning < last) addCost(to.brokenOff.cost, one);
    else if (one.kind !== 'reply' && one.priced > 0) {
      to.simulation.sum += one.cost ?? 0;
      to.simulation.any = true;
    }
  }
  to.brokenOff.beginnings += Math.max(0, last - 1);
  const own = new Map(sums.filter(({ beginning }) => beginning === last).map((one) => [one.kind, one]));
  const replies = own.get('reply');
  if (reason !== null && (state === 'scored' || state === 'unscored'))
    to.reasons.set(reason, (to.reasons.get(reason) ?? 0) + 1);
  if (state !== 'scored' || score === null) {
    if (replies && state === 'unscored') addCost(to.unscored, replies);
    return;
  }
  to.runs[item] = (to.runs[item] ?? 0) + 1;
  if (score === 1) to.solved[item] = (to.solved[item] ?? 0) + 1;
  if (replies) addCost(to.graded.cost, replies);
  to.costs[item] = (to.costs[item] ?? 0) + (replies?.cost ?? 0);
  to.graded.ms += replies?.latency_ms ?? 0;
  to.graded.replies += replies?.steps ?? 0;
  to.graded.turns += own.get('user')?.steps ?? 0;
  to.graded.calls += own.get('call')?.steps ?? 0;
}

function addCost(money: Money, { cost, priced, steps }: TurnSums): void {
  money.sum += cost ?? 0;
  if (priced < steps) money.isWhole = false;
}

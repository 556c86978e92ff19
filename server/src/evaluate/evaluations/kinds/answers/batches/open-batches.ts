import { newId } from '../../../../../kernel/ids.ts';
import { DEFAULT_RETRY_POLICY } from '../../../../../models/models.ts';
import { type Plan, unitAt } from '../../../plan/plan.ts';
import { EvaluationFenced } from '../../../run/ledger.ts';
import type { Run } from '../../../run/run.ts';
import {
  type BatchRow,
  insertBatches,
  listOpenBatches,
  type RemoteState,
  updateBatch,
} from '../../../stores/batch-store.ts';
import { addCutOffCalls } from '../../../stores/evaluation-store.ts';

/** Each poll interval is the previous one times this factor: 10 s, 15 s, … up to 10 min. */
const BACKOFF_FACTOR = 1.5;
const MAX_BACKOFF_FACTOR = 60;
/** Below the maximum of a 64-bit integer; about nine million USD in 10⁻¹² USD. */
const MAX_STORED_COST = 9e18;

/** The units of a batch. */
export const unitsOfBatch = ({ units_json }: Pick<BatchRow, 'units_json'>): number[] =>
  JSON.parse(units_json);

/** A batch to be submitted. */
export interface NewBatch {
  state?: 'planned' | 'exhausted';
  target: number;
  attempt: number;
  units: readonly number[];
  /** Maximum cost in 10⁻¹² USD. */
  mostCost: number;
  /** Delay before it is submitted. */
  afterMs?: number;
}

export type OpenBatches = Awaited<ReturnType<typeof readOpenBatches>>;

/**
 * The open batches of some benchmarks, as in the database; each change is durable before it is visible. Every
 * function rejects with `EvaluationFenced` once another worker holds the evaluation.
 */
export async function readOpenBatches(run: Run, benchmarks: readonly number[]) {
  const { deps, held, plan, budget } = run;
  const { db, clock } = deps;
  const all = await listOpenBatches(db, held);
  const rows = new Map(all.filter((row) => isOf(plan, row, benchmarks)).map((row) => [row.id, row]));
  const others = all.filter(({ id }) => !rows.has(id));
  const isAtProvider = ({ state }: BatchRow) => state !== 'planned' && state !== 'exhausted';
  const everywhere = () => [...others, ...rows.values()];
  promisedCost();

  /** Reserves the maximum cost of requests at providers, in addition to what was spent. */
  function promisedCost(): void {
    const sent = everywhere().filter(isAtProvider);
    budget.promise(sent.reduce((sum, { most_cost }) => sum + most_cost, 0));
  }

  /** Triggers another pass, which includes the interrupted calls in the results. */
  const countAnew = () => run.waitUntil(clock.now());

  async function write(change: Parameters<typeof db.write>[0]): Promise<void> {
    const outcome = await db.write(change);
    if (!outcome.committed)
      throw new EvaluationFenced('This worker no longer owns the lease of the evaluation.');
  }

  function toRow({ state = 'planned', target, attempt, units, mostCost, afterMs = 0 }: NewBatch): BatchRow {
    const now = clock.now();
    return {
      workspace_id: held.workspaceId,
      evaluation_id: held.id,
      id: newId(),
      target,
      round: held.round,
      attempt,
      state,
      remote_id: null,
      units_json: JSON.stringify(units),
      requests: units.length,
      most_cost: Math.min(mostCost, MAX_STORED_COST),
      sends: 0,
      looks: 0,
      done: 0,
      problem: null,
      due_at: now + afterMs,
      expires_at: null,
      created_at: now,
      sent_at: null,
      ended_at: null,
    };
  }

  function pauseOf(backOff: number, asked: number): number {
    const { batchPollMs } = deps;
    const own = Math.min(Math.max(backOff, batchPollMs), batchPollMs * MAX_BACKOFF_FACTOR);
    return Math.ceil(Math.max(own, Math.min(asked, DEFAULT_RETRY_POLICY.maxRetryAfterMs)));
  }

  const endOf = (problem: string | null) => ({
    state: 'ended' satisfies RemoteState,
    ended_at: clock.now(),
    problem,
  });

  return {
    all: (): readonly BatchRow[] => [...rows.values()],
    /** Batches that a provider has or may have. */
    atProviders: () => everywhere().filter(isAtProvider),
    /** Batches that are not sent in this run, including those of other benchmarks. */
    exhausted: () => everywhere().filter(({ state }) => state === 'exhausted'),
    /** Units of an exhausted account are sent by a later run, as if they had never been in a batch. */
    async endExhausted(): Promise<void> {
      if (everywhere().some(({ state }) => state !== 'exhausted')) return;
      for (const row of everywhere()) {
        await write((statements) => updateBatch(statements, held, row.id, endOf(row.problem)));
        rows.delete(row.id);
      }
    },
    /** Stores a planned batch without sending it. */
    async plan(batch: NewBatch): Promise<BatchRow> {
      const row = toRow(batch);
      await write((statements) => insertBatches(statements, held, [row]));
      rows.set(row.id, row);
      return row;
    },
    async change(row: BatchRow, set: Partial<BatchRow> & { state?: RemoteState }): Promise<BatchRow> {
      const changed = { ...row, ...set };
      await write((statements) => updateBatch(statements, held, row.id, set));
      rows.set(row.id, changed);
      promisedCost();
      return changed;
    },
    /**
     * Ends a batch and plans the batch that repeats its failed requests in one write; `cutOff` calls may have been
     * charged without a response.
     */
    async end(
      row: BatchRow,
      {
        problem = null,
        next = [],
        cutOff = 0,
        done = row.done,
      }: { problem?: string | null; next?: NewBatch[]; cutOff?: number; done?: number },
    ): Promise<void> {
      const planned = next.map(toRow);
      await write((statements) => {
        updateBatch(statements, held, row.id, { ...endOf(problem), done });
        if (planned.length > 0) insertBatches(statements, held, planned);
        if (cutOff > 0) addCutOffCalls(statements, held, cutOff);
      });
      rows.delete(row.id);
      if (cutOff > 0) countAnew();
      for (const one of planned) rows.set(one.id, one);
      promisedCost();
    },
    /** Records calls that may have been charged without a response. */
    cutOff: (calls: number) => write((statements) => addCutOffCalls(statements, held, calls)),
    /** The pause in ms before poll number `looks`, at least the pause that the provider requests. */
    pauseMs: (looks: number, asked = 0): number => pauseOf(deps.batchPollMs * BACKOFF_FACTOR ** looks, asked),
    /** The pause in ms if polls are not counted; it grows with the time since `since`, in ms since 1970. */
    pauseSince: (since: number, asked = 0): number =>
      pauseOf((BACKOFF_FACTOR - 1) * (clock.now() - since), asked),
  };
}

/** A batch contains units of one kind only, so its first unit decides. */
function isOf(plan: Plan, row: BatchRow, benchmarks: readonly number[]): boolean {
  const [first] = unitsOfBatch(row);
  return first !== undefined && benchmarks.includes(unitAt(plan, first).benchmark);
}

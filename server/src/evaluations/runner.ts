import type { Database } from '../db/db.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type ChatFailure, callWithRetries, type Models } from '../models/models.ts';
import { answeredSample, failedSample, requestFor } from './ask.ts';
import type { Held } from './evaluation-store.ts';
import { createItemReader } from './item-reader.ts';
import { type Ceilings, createQueueWatch, type Lane, openLanes } from './lanes.ts';
import { createLedger, Fenced } from './ledger.ts';
import { countUnits, type Plan, type Unit, unitAt } from './plan.ts';
import { readMeasured } from './sample-store.ts';

export interface RunDeps {
  db: Database;
  models: Models;
  ceilings: Ceilings;
  clock: Clock;
  log: Log;
}

/** Why asking ended before every unit had a row; null when every unit has one. */
export type StopReason = 'budget' | 'quota' | null;

export interface RunHooks {
  signal: AbortSignal;
  /** Called after each row that became durable; `done` counts all rows of the evaluation. */
  onProgress(done: number, units: number): void;
  /** Called after each call that ended, however it ended, and while the queue it waits in moves: the run is alive. */
  onActivity(): void;
}

const PAGE = 5000;
const LOOK_MS = 10_000;

/** The budget or the account ran out while the unit waited for a slot: it stays pending. */
class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/**
 * Asks every unit of the plan that has no row yet, in the plan's order, and writes what became of it. A slot
 * of the connection is held until the row is durable, so what a kill can cost is what the limiter allows in
 * flight. Rejects with `Fenced` when the evaluation was taken away, or with the signal's reason.
 */
export async function runUnits(
  deps: RunDeps,
  held: Held,
  plan: Plan,
  { signal, onProgress, onActivity }: RunHooks,
): Promise<StopReason> {
  const units = countUnits(plan);
  const ledger = createLedger(deps.db, held, signal);
  const itemOf = createItemReader(deps.db, held);
  const lanes = openLanes(deps, plan);
  const budget = plan.methodology.max_cost_usd === null ? null : plan.methodology.max_cost_usd * 1e12;
  const known = await readDone(deps.db, held, units);
  let { done, spent } = known;
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const overBudget = () => budget !== null && spent >= budget;

  async function ask(unit: Unit, lane: Lane): Promise<void> {
    const item = await itemOf(unit.benchmark, unit.item);
    const request = requestFor(lane.target, item, plan.methodology.random_seed + unit.epoch);
    let attempts = 0;
    const { outcome } = await callWithRetries(
      async () => {
        both.throwIfAborted();
        if (lane.exhausted || overBudget()) throw new NotAsked();
        attempts++;
        const answer = await lane.connection.call(request, {
          signal: both,
          timeoutMs: plan.methodology.request_timeout_ms,
        });
        onActivity();
        if (answer.ok) {
          const sample = answeredSample(
            unit,
            item,
            answer,
            lane.connection.price,
            attempts,
            deps.clock.now(),
          );
          spent += sample.cost ?? 0;
          await ledger.record(sample);
          onActivity();
        } else if (answer.class === 'quota') lane.exhausted = true;
        return answer;
      },
      { limiter: lane.limiter, signal: both, seed: `${held.id}:${unit.unit}` },
    );
    if (!outcome.ok && !(await givenUp(unit, lane, outcome, attempts))) return;
    done++;
    onProgress(done, units);
  }

  /** Records a failure; false for a quota, which leaves the unit pending. */
  async function givenUp(unit: Unit, lane: Lane, failure: ChatFailure, attempts: number): Promise<boolean> {
    if (failure.class === 'quota') {
      deps.log.warn(
        { evaluation: held.id, target: lane.target.label, message: failure.message },
        'quota exhausted',
      );
      return false;
    }
    await ledger.record(failedSample(unit, failure, attempts, deps.clock.now()));
    return true;
  }

  const moves = createQueueWatch(lanes);
  const looking = setInterval(() => moves() && onActivity(), LOOK_MS);
  try {
    return await askAll();
  } finally {
    clearInterval(looking);
  }

  async function askAll(): Promise<StopReason> {
    const window = createWindow(lanes);
    let broken: unknown = null;
    for (let number = 0; number < units; number++) {
      if (known.has(number)) continue;
      if (broken !== null || signal.aborted || overBudget()) break;
      const unit = unitAt(plan, number);
      const lane = lanes[unit.target] as Lane;
      if (lane.exhausted) continue;
      await window.enter(() =>
        ask(unit, lane).catch((error: unknown) => {
          if (error instanceof NotAsked) return;
          broken ??= error;
          stop.abort(error);
        }),
      );
    }
    await window.empty();
    if (broken !== null && !(signal.aborted && !(broken instanceof Fenced))) throw broken;
    signal.throwIfAborted();
    if (overBudget() && done < units) return 'budget';
    return lanes.some(({ exhausted }) => exhausted) ? 'quota' : null;
  }
}

/**
 * Bounds the units that are under way to what the limiters allow, twice over: half of them may be backing off
 * while their slots are used by others. Memory is in proportion to concurrency, never to units.
 */
function createWindow(lanes: readonly Lane[]) {
  const limiters = [...new Set(lanes.map(({ limiter }) => limiter))];
  const size = () => 2 * limiters.reduce((sum, limiter) => sum + limiter.state().limit, 0);
  const running = new Set<Promise<void>>();
  let wake: (() => void) | null = null;
  return {
    async enter(work: () => Promise<void>): Promise<void> {
      while (running.size >= size()) await new Promise<void>((resolve) => (wake = resolve));
      const one: Promise<void> = work().finally(() => {
        running.delete(one);
        wake?.();
      });
      running.add(one);
    },
    async empty(): Promise<void> {
      await Promise.all(running);
    },
  };
}

/** Which units have a row, one bit each, and what they cost. */
async function readDone(db: Database, held: Held, units: number) {
  const bits = new Uint8Array(Math.ceil(units / 8));
  let done = 0;
  let spent = 0;
  for (let after = -1; ; ) {
    const page = await readMeasured(db, held, after, PAGE);
    for (const { unit, cost } of page) {
      bits[unit >> 3] = (bits[unit >> 3] ?? 0) | (1 << (unit & 7));
      done++;
      spent += cost ?? 0;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.unit;
  }
  return { done, spent, has: (unit: number) => ((bits[unit >> 3] ?? 0) & (1 << (unit & 7))) !== 0 };
}

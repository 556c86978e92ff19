import assert from 'node:assert/strict';
import {
  type AccountRules,
  type AccountState,
  EMPTY_ACCOUNT,
  LEASE_LOSS_MARGIN,
} from '../../src/models/limits/account.ts';
import type { AccountRow, AccountStore } from '../../src/models/limits/account-store.ts';
import { createLeasedLimiter, type LeasedLimiter } from '../../src/models/limits/leased-limiter.ts';

/** What a simulation came to. */
export interface Simulated {
  rules: AccountRules;
  steps: number;
  /** Calls begun, and milliseconds of virtual time. */
  calls: number;
  virtualMs: number;
  kills: number;
  pauses: number;
  /** Messages that were lost or came late, and writes that met another. */
  lost: number;
  met: number;
  /** Windows in which a process had the account for itself. */
  quiet: number;
  mostInFlight: number;
  mostInMinute: number;
  /** Calls still in flight at the provider after the lease of their process had ended: the stated exception. */
  outlived: number;
  /** The longest that a call of a living process waited, in virtual ms. */
  longestWaitMs: number;
}

/** A fault that the simulation is to find. */
export type Planted = 'blind writes' | 'leases that end early' | 'tokens for ever';

interface Node {
  holder: string;
  limiter: LeasedLimiter;
  alive: boolean;
  /** True time at which it runs again; in the past where it runs. */
  pausedUntil: number;
  drift: number;
  offset: number;
  readAt: number;
  validUntil: number;
  inFlight: Set<{ outlived: boolean }>;
  waiting: Set<{ since: number }>;
  /** In a window that it has the account alone for. */
  measures: boolean;
}

const LEASE_MS = 15_000;
const TIMEOUT_MS = 2000;

/**
 * Processes that share one account, under virtual time: messages are lost or late, processes are killed, stand still
 * and come back, and clocks differ and are set. The same seed does the same. Throws where more is in flight than the
 * ceiling, more begins in a minute, a call begins without a lease or beside a measurement, or somebody is never served.
 */
export async function simulateLeases(seed: number, steps: number, planted?: Planted): Promise<Simulated> {
  const random = mulberry(seed);
  const between = (a: number, b: number) => a + (b - a) * random();
  const chance = (p: number) => random() < p;
  const rules: AccountRules = {
    ceiling: 1 + Math.floor(random() ** 2 * 40),
    perMinute: chance(0.5) ? 1 + Math.floor(random() ** 2 * 2000) : null,
    leaseMs: LEASE_MS,
  };
  const events = createHeap();
  const report: Simulated = {
    rules,
    steps: 0,
    calls: 0,
    virtualMs: 0,
    kills: 0,
    pauses: 0,
    lost: 0,
    met: 0,
    quiet: 0,
    mostInFlight: 0,
    mostInMinute: 0,
    outlived: 0,
    longestWaitMs: 0,
  };
  const nodes: Node[] = [];
  const starts: number[] = [];
  let firstStart = 0;
  let t = 0;
  let dbOffset = 1e6;
  let faults = true;
  let row: { state: AccountState; revision: string } | null = null;
  let revisions = 0;
  let failure: unknown = null;

  /** On a node: put off while it stands still, gone when it is dead. */
  function on(node: Node, ms: number, run: () => void): void {
    events.push(t + Math.max(0, ms), function act() {
      if (!node.alive) return;
      if (node.pausedUntil > t) events.push(node.pausedUntil, act);
      else run();
    });
  }

  /** A message to the database and back: each way may be lost or late. */
  function message<T>(node: Node, act: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const way = () => (faults && chance(0.02) ? between(0, 30_000) : between(0.2, 8));
    const isLost = () => {
      const lost = faults && chance(0.01);
      if (lost) report.lost += 1;
      return lost;
    };
    on(node, TIMEOUT_MS, () => reject(new Error('no answer')));
    if (!isLost())
      events.push(t + way(), () => {
        const answer = act();
        if (!isLost()) on(node, way(), () => resolve(answer));
      });
    return promise;
  }

  function newNode(): Node {
    const node: Node = {
      holder: `node-${report.kills}-${nodes.length}`,
      alive: true,
      pausedUntil: 0,
      drift: between(-0.001, 0.001),
      offset: between(0, 1e9),
      readAt: 0,
      validUntil: Number.NEGATIVE_INFINITY,
      inFlight: new Set(),
      waiting: new Set(),
      measures: false,
      limiter: undefined as unknown as LeasedLimiter,
    };
    const store: AccountStore = {
      read() {
        node.readAt = localTime(node);
        return message(
          node,
          (): AccountRow => ({
            state: spoilt(row?.state ?? EMPTY_ACCOUNT, planted),
            revision: row?.revision ?? null,
            now: Math.floor(t + dbOffset),
          }),
        );
      },
      async write(_account, { revision }, state) {
        const { readAt } = node;
        const written = await message(node, () => {
          if ((row?.revision ?? null) !== revision) {
            report.met += 1;
            if (planted !== 'blind writes') return false;
          }
          row = { state, revision: `${++revisions}` };
          return true;
        });
        if (written) {
          noteLapse(node);
          node.validUntil = readAt + LEASE_MS;
        }
        return written;
      },
    };
    node.limiter = createLeasedLimiter({
      account: 'one',
      holder: node.holder,
      rules,
      store,
      timing: {
        now: () => localTime(node),
        random,
        later(ms, run) {
          let forgotten = false;
          on(node, ms * (1 - node.drift), () => {
            if (!forgotten) run();
          });
          return () => {
            forgotten = true;
          };
        },
      },
      onLapse() {},
    });
    return node;
  }

  const localTime = (node: Node) => t * (1 + node.drift) + node.offset;

  /** What is in flight when a lease ends outlives it. */
  function noteLapse(node: Node): void {
    if (localTime(node) < node.validUntil) return;
    node.measures = false;
    for (const call of node.inFlight) {
      if (!call.outlived) report.outlived += 1;
      call.outlived = true;
    }
  }

  async function call(node: Node): Promise<void> {
    const waiter = { since: t };
    node.waiting.add(waiter);
    const slot = await node.limiter.acquire();
    node.waiting.delete(waiter);
    report.longestWaitMs = Math.max(report.longestWaitMs, t - waiter.since);
    const mine = { outlived: false };
    began(node, mine);
    on(node, chance(0.01) ? between(0, 40_000) : between(2, 1500), () => {
      node.inFlight.delete(mine);
      slot.release();
      if (chance(0.01)) node.limiter.rateLimited(between(0, 20_000));
      else node.limiter.succeeded(chance(0.95));
    });
  }

  function began(node: Node, mine: { outlived: boolean }): void {
    assert.ok(localTime(node) < node.validUntil, 'a call began without a lease');
    node.inFlight.add(mine);
    let sum = 0;
    for (const one of nodes) {
      noteLapse(one);
      for (const { outlived } of one.inFlight) sum += outlived ? 0 : 1;
      assert.ok(one === node || !one.measures, 'a call began beside a measurement');
    }
    assert.ok(sum <= rules.ceiling, `${sum} calls in flight, ceiling ${rules.ceiling}`);
    report.mostInFlight = Math.max(report.mostInFlight, sum);
    report.calls += 1;
    starts.push(t);
    while ((starts[firstStart] as number) <= t - 60_000) firstStart += 1;
    report.mostInMinute = Math.max(report.mostInMinute, starts.length - firstStart);
    if (rules.perMinute !== null)
      assert.ok(starts.length - firstStart <= rules.perMinute, `more than ${rules.perMinute} in a minute`);
  }

  function measure(node: Node): void {
    node.limiter.wantsQuiet(true);
    const look = () => {
      if (!node.limiter.isAlone()) return on(node, 50, look);
      report.quiet += 1;
      node.measures = true;
      for (const one of nodes)
        for (const { outlived } of one === node ? [] : one.inFlight)
          assert.ok(outlived || localTime(one) >= one.validUntil, 'a measurement began beside a call');
      on(node, between(500, 5000), () => {
        node.measures = false;
        node.limiter.wantsQuiet(false);
      });
    };
    look();
  }

  /** What comes from outside: calls in bursts, measurements, faults. */
  function arrive(): void {
    if (!faults) return;
    const node = nodes[Math.floor(random() * nodes.length)] as Node;
    const burst = chance(0.05) ? 30 : 2;
    if (node.pausedUntil <= t && node.waiting.size < 60)
      for (let i = 0; i < burst; i++) call(node).catch(fail);
    if (chance(0.002) && node.pausedUntil <= t && !nodes.some(({ measures }) => measures)) measure(node);
    if (chance(0.001)) {
      node.pausedUntil = t + between(0, 40_000);
      report.pauses += 1;
    }
    if (chance(0.001)) {
      node.alive = false;
      report.kills += 1;
      nodes[nodes.indexOf(node)] = newNode();
    }
    // Set back by any time; forward by what the margin of a lease allows, once in a while.
    if (chance(0.0005)) dbOffset -= between(0, 3_600_000);
    if (rules.perMinute === null && chance(0.0002)) dbOffset += LEASE_MS * LEASE_LOSS_MARGIN * 0.9;
    const pressure = between(0, chance(0.01) ? 20_000 : 120);
    events.push(t + pressure, arrive);
  }

  function fail(error: unknown): void {
    failure ??= error;
  }

  async function run(until: () => boolean): Promise<void> {
    while (!until()) {
      const event = events.pop();
      if (event === null) break;
      t = event.at;
      event.run();
      report.steps += 1;
      await new Promise(setImmediate);
      if (failure) throw failure;
    }
  }

  for (let i = 0; i < 2 + Math.floor(random() * 4); i++) nodes.push(newNode());
  arrive();
  const isServed = () => nodes.every(({ waiting }) => waiting.size === 0);
  try {
    await run(() => report.steps >= steps);
    // The faults end, and each call that waits is served within the time that its rate needs.
    faults = false;
    for (const node of nodes) {
      node.measures = false;
      node.limiter.wantsQuiet(false);
    }
    const left = nodes.reduce((sum, { waiting }) => sum + waiting.size, 0);
    const patienceMs = 300_000 + left * (40_000 / rules.ceiling + 70_000 / (rules.perMinute ?? 1e6));
    const end = t + patienceMs;
    await run(() => isServed() || t > end);
    assert.ok(isServed(), 'a call was never served');
  } catch (error) {
    throw new Error(
      `seed ${seed}, step ${report.steps}, ${JSON.stringify(rules)}: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
  return { ...report, virtualMs: Math.round(t) };
}

/** The row as a faulty store would give it. */
function spoilt(state: AccountState, planted: Planted | undefined): AccountState {
  if (planted === 'tokens for ever') return { ...state, uses: [] };
  if (planted !== 'leases that end early') return state;
  const holders = Object.entries(state.holders).map(([id, one]) => [
    id,
    { ...one, until: one.until - LEASE_MS },
  ]);
  return { ...state, holders: Object.fromEntries(holders) };
}

/** Events by time, then in the order in which they were pushed. */
function createHeap() {
  const heap: { at: number; order: number; run: () => void }[] = [];
  let pushed = 0;
  type Event = (typeof heap)[number];
  const before = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order);
  return {
    push(at: number, run: () => void) {
      const event = { at, order: pushed++, run };
      let i = heap.push(event) - 1;
      for (let up = (i - 1) >> 1; i > 0 && before(event, heap[up] as Event); up = (i - 1) >> 1) {
        heap[i] = heap[up] as Event;
        i = up;
      }
      heap[i] = event;
    },
    pop(): Event | null {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return null;
      if (heap.length === 0) return first;
      let i = 0;
      for (let down = 1; down < heap.length; down = 2 * i + 1) {
        const right = heap[down + 1];
        if (right && before(right, heap[down] as Event)) down += 1;
        if (!before(heap[down] as Event, last)) break;
        heap[i] = heap[down] as Event;
        i = down;
      }
      heap[i] = last;
      return first;
    },
  };
}

/** Mulberry32: a number in [0, 1) at each call. */
function mulberry(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

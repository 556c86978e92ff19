import { pickOne, type Random, shuffle } from '../../../statistics/statistics.ts';

/**
 * A story of changing values: each register has one, and events come in the order of the text. `undo` restores the
 * value that a register had before its last change, and is drawn only if that change affected this register alone.
 * Events that do not count are told in the same way.
 */
export type Change<V> =
  | { kind: 'set'; r: number; value: V }
  | { kind: 'copy'; r: number; from: number }
  | { kind: 'swap'; r: number; other: number }
  | { kind: 'undo'; r: number }
  | { kind: 'shift'; r: number; by: number };
export type ToldEvent<V> = Change<V> & { counts: boolean };

/** How registers may change: which have values of the same sort, and what an event may say. */
export interface Registers<V> {
  /** The sort of each register; only those of one sort are copied or swapped. */
  sorts: readonly string[];
  draw(random: Random, sort: string): V;
  /** Null for a sort without a distance, or if the result would be out of bounds. */
  shifted(sort: string, value: V, by: number): V | null;
}

interface HeldValue<V> {
  value: V;
  /** The events that determine the value. */
  from: ReadonlySet<number>;
  /** The previous value, if the last change affected only this register. */
  before: HeldValue<V> | null;
}

export interface History<V> {
  /** The first events set every register. */
  events: readonly ToldEvent<V>[];
  values: readonly V[];
  /** For each register, the number of events that determine its last value. */
  depths: readonly number[];
}

/** The number of events after the first ones; about a third of them do not count. */
export function drawHistory<V>(random: Random, registers: Registers<V>, count: number): History<V> {
  const { sorts } = registers;
  const state: HeldValue<V>[] = [];
  const events: ToldEvent<V>[] = [];
  const apply = (change: Change<V>) => {
    for (const [r, held] of changed(state, change, events.length, registers) ?? []) state[r] = held;
  };
  for (const r of shuffle(random, [...sorts.keys()])) {
    const change: Change<V> = { kind: 'set', r, value: registers.draw(random, sorts[r] ?? '') };
    apply(change);
    events.push({ ...change, counts: true });
  }
  while (events.length < sorts.length + count) {
    const change = drawChange(random, registers, state);
    if (change === null || changed(state, change, events.length, registers) === null) continue;
    const counts = random.below(10) < 7;
    if (counts) apply(change);
    events.push({ ...change, counts });
  }
  return { events, values: state.map(({ value }) => value), depths: state.map(({ from }) => from.size) };
}

function drawChange<V>(
  random: Random,
  { sorts, draw }: Registers<V>,
  state: readonly HeldValue<V>[],
): Change<V> | null {
  const r = random.below(sorts.length);
  const sort = sorts[r] ?? '';
  const others = sorts.map((_, i) => i).filter((i) => i !== r && sorts[i] === sort);
  const by = (1 + random.below(40)) * (random.below(2) === 0 ? 1 : -1);
  const chance = random.below(40);
  if (chance < 2) return { kind: 'set', r, value: draw(random, sort) };
  if (chance < 5) return others.length === 0 ? null : { kind: 'copy', r, from: pickOne(random, others) };
  if (chance < 22) return others.length === 0 ? null : { kind: 'swap', r, other: pickOne(random, others) };
  if (chance < 26) return (state[r]?.before ?? null) === null ? null : { kind: 'undo', r };
  return { kind: 'shift', r, by };
}

/** The registers that the change sets, with their values; null if it is impossible. */
function changed<V>(
  state: readonly HeldValue<V>[],
  change: Change<V>,
  event: number,
  { sorts, shifted }: Registers<V>,
): Map<number, HeldValue<V>> | null {
  const now = state[change.r];
  const later = (from: HeldValue<V>, before: HeldValue<V> | null): HeldValue<V> => ({
    value: from.value,
    from: new Set([...from.from, event]),
    before,
  });
  if (change.kind === 'set')
    return new Map([[change.r, { value: change.value, from: new Set([event]), before: now ?? null }]]);
  if (now === undefined) return null;
  switch (change.kind) {
    case 'copy': {
      const from = state[change.from];
      return from === undefined || from.value === now.value ? null : new Map([[change.r, later(from, now)]]);
    }
    case 'swap': {
      const other = state[change.other];
      if (other === undefined || other.value === now.value) return null;
      return new Map([
        [change.r, later(other, null)],
        [change.other, later(now, null)],
      ]);
    }
    case 'undo':
      return now.before === null ? null : new Map([[change.r, later(now.before, null)]]);
    case 'shift': {
      const value = shifted(sorts[change.r] ?? '', now.value, change.by);
      return value === null ? null : new Map([[change.r, { ...later(now, now), value }]]);
    }
  }
}

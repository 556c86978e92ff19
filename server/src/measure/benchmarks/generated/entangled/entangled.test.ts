import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFull } from '../../../../../test/support/in-full.ts';
import { createRandom } from '../../../statistics/statistics.ts';
import { createWordRandom } from '../wording/wording.ts';
import { drawLedger, type LedgerPuzzle, makeLedger } from './ledger.ts';
import { drawOrders, makeOrders, type OrderPuzzle, type Statement } from './orders.ts';
import { drawQuantities, makeQuantities, type Puzzle } from './quantities.ts';
import type { ToldEvent } from './registers.ts';
import { drawThread, makeThread, type ThreadPuzzle } from './thread.ts';
import { drawUpdates, makeUpdates, type UpdatesPuzzle } from './updates.ts';

const ITEMS = inFull(20, 500);
const random = (seed: number) => createWordRandom(createRandom(seed, 'entangled'), seed);

/** Works the stocks out from whatever relation has one unknown left, until nothing new is found. */
function solveQuantities({ relations, vessels, asked }: Puzzle): string {
  const known = new Map<number, number>();
  const learn = (unknown: number, value: number | undefined): boolean => {
    if (value === undefined || Number.isNaN(value)) return false;
    assert.ok((known.get(unknown) ?? value) === value, 'two relations contradict each other');
    const isNew = !known.has(unknown);
    known.set(unknown, value);
    return isNew;
  };
  const of = (stock: number) => known.get(stock) ?? Number.NaN;
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const r of relations) {
      const found: [number, number][] = [];
      if (r.kind === 'is') found.push([r.a, r.n]);
      if (r.kind === 'apart') found.push([r.large, of(r.small) + r.n], [r.small, of(r.large) - r.n]);
      if (r.kind === 'times') found.push([r.large, of(r.small) * r.n], [r.small, of(r.large) / r.n]);
      if (r.kind === 'sum') {
        const [a, b] = r.parts;
        found.push([r.whole, of(a) + of(b)], [a, of(r.whole) - of(b)], [b, of(r.whole) - of(a)]);
      }
      if (r.kind === 'middle') {
        const [a, b] = r.ends;
        found.push(
          [r.middle, (of(a) + of(b)) / 2],
          [a, 2 * of(r.middle) - of(b)],
          [b, 2 * of(r.middle) - of(a)],
        );
      }
      if (r.kind === 'total')
        for (const part of r.parts)
          found.push([part, r.parts.filter((p) => p !== part).reduce((left, p) => left - of(p), r.n)]);
      if (r.kind === 'beyond') {
        const both = r.of.map(of);
        found.push([r.a, (r.which === 'larger' ? Math.max(...both) : Math.min(...both)) + r.n]);
      }
      if (r.kind === 'packed') found.push([r.a, (vessels[r.vessel]?.size ?? 0) * r.count + r.rest]);
      for (const [stock, value] of found) isNew = learn(stock, value) || isNew;
    }
  }
  for (const value of known.values()) assert.ok(Number.isInteger(value) && value > 0, `${value}`);
  return String(known.get(asked));
}

/** Tries every order of the people as a row of names. */
function solveOrders({ people, rules, writing }: OrderPuzzle): string {
  const names = people.map(({ name }) => name);
  const holds = (s: Statement, row: readonly string[]): boolean => {
    if (s.kind === 'either') return holds(s.one, row) ? !holds(s.other, row) : holds(s.other, row);
    if (s.kind === 'if') return holds(s.when, row) ? holds(s.result, row) : true;
    const at = row.indexOf(names[s.a] ?? '');
    if (s.kind === 'at') return row[s.n - 1] === names[s.a];
    if (s.kind === 'end') return row[0] === names[s.a] || row.at(-1) === names[s.a];
    const other = row.indexOf(names[s.b] ?? '');
    if (s.kind === 'before') return row.slice(0, other).includes(names[s.a] ?? '');
    const between = row.slice(Math.min(at, other) + 1, Math.max(at, other));
    if (s.kind === 'beside') return between.length === 0;
    if (s.kind === 'apart') return between.length === s.n;
    const third = row.indexOf(names[s.c] ?? '');
    return row.slice(Math.min(other, third) + 1, Math.max(other, third)).includes(names[s.a] ?? '');
  };
  const found: string[][] = [];
  const place = (row: readonly string[]): void => {
    if (row.length === names.length) {
      if (rules.every(({ statement, holds: is }) => holds(statement, row) === is)) found.push([...row]);
      return;
    }
    for (const name of names) if (!row.includes(name)) place([...row, name]);
  };
  place([]);
  assert.equal(found.length, 1, 'the rules leave one order');
  const row = found[0] ?? [];
  let list = row;
  for (const { when, act } of writing) {
    if (!holds(when, row)) continue;
    const one = 'a' in act ? (names[act.a] ?? '') : '';
    const trade = 'a' in act ? (people[act.a]?.trade[0] ?? '') : '';
    const other = act.kind === 'swap' ? (names[act.b] ?? '') : '';
    const otherTrade = act.kind === 'swap' ? (people[act.b]?.trade[0] ?? '') : '';
    if (act.kind === 'reverse') list = list.toReversed();
    if (act.kind === 'leave_out') list = list.filter((text) => text !== one && text !== trade);
    if (act.kind === 'trade') list = list.map((text) => (text === one ? trade : text));
    if (act.kind !== 'swap') continue;
    const [i, j] = [
      list.findIndex((text) => text === one || text === trade),
      list.findIndex((text) => text === other || text === otherTrade),
    ];
    if (i < 0 || j < 0) continue;
    list = list.map((text, k) => (k === i ? (list[j] ?? '') : k === j ? (list[i] ?? '') : text));
  }
  return JSON.stringify(list);
}

/** Asks backwards for the value of a register before an event. */
function valueBefore<V>(
  events: readonly ToldEvent<V>[],
  r: number,
  before: number,
  add: (value: V, by: number) => V,
): V {
  for (let i = before - 1; i >= 0; i--) {
    const event = events[i] as ToldEvent<V>;
    if (!event.counts) continue;
    if (event.kind === 'swap' && event.other === r) return valueBefore(events, event.r, i, add);
    if (event.r !== r) continue;
    if (event.kind === 'set') return event.value;
    if (event.kind === 'copy') return valueBefore(events, event.from, i, add);
    if (event.kind === 'swap') return valueBefore(events, event.other, i, add);
    if (event.kind === 'shift') return add(valueBefore(events, r, i, add), event.by);
    const last = events.findLastIndex(
      (one, at) => at < i && one.counts && (one.r === r || (one.kind === 'swap' && one.other === r)),
    );
    assert.ok(
      ['set', 'copy', 'shift'].includes(events[last]?.kind ?? ''),
      'only a change of its own is undone',
    );
    return valueBefore(events, r, last, add);
  }
  return assert.fail('a register that was never set');
}

const solveUpdates = ({ events, asked }: UpdatesPuzzle): string =>
  String(valueBefore(events, asked, events.length, (value, by) => value + by));

/** Reads who decides from the puzzle, not what the generator says counts. */
function solveThread({ messages, decides, asked }: ThreadPuzzle): string {
  const fields = Object.keys(decides) as (keyof typeof decides)[];
  const events = messages.map(({ event, author, affirms, reply }) => {
    const decider = decides[fields[event.r % fields.length] ?? 'date'];
    return { ...event, counts: affirms && (author === decider ? reply !== 'refuses' : reply === 'agrees') };
  });
  const add = (value: string | number, by: number): string | number => {
    if (typeof value === 'number') return value + by;
    const day = new Date(`${value}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + by);
    return day.toISOString().slice(0, 10);
  };
  return JSON.stringify(
    Object.fromEntries(
      fields.map((field, i) => [field, valueBefore(events, asked * fields.length + i, events.length, add)]),
    ),
  );
}

/** Looks each fact of a row up in the notes, whenever it is needed. */
function solveLedger({ goods, places, rows, notes, query }: LedgerPuzzle): string {
  const about = (kind: string, row: number) =>
    notes.find((note) => note.kind === kind && 'row' in note && note.row === row);
  const packs = (row: number): number => {
    const written = rows[row]?.packs ?? 0;
    for (const note of notes) {
      if (note.kind === 'packs' && note.row === row) return written + note.by;
      if (note.kind === 'like' && note.row === row) return packs(note.other) + note.by;
      if (note.kind === 'swapped' && note.row === row) return rows[note.other]?.packs ?? 0;
      if (note.kind === 'swapped' && note.other === row) return rows[note.row]?.packs ?? 0;
    }
    return written;
  };
  const good = (row: number): number => {
    const note = about('good', row);
    return note?.kind === 'good' ? note.good : (rows[row]?.good ?? 0);
  };
  const place = (row: number): number => {
    const note = about('place', row);
    return note?.kind === 'place' ? note.place : (rows[row]?.place ?? 0);
  };
  const day = (row: number): number => {
    const note = about('day', row);
    return note?.kind === 'day' ? note.day : (rows[row]?.day ?? 0);
  };
  const keeper = (at: number): number => {
    const note = notes.find((one) => one.kind === 'keeper' && one.place === at);
    return note?.kind === 'keeper' ? note.keeper : (places[at]?.keeper ?? 0);
  };
  const price = (of: number): number =>
    (goods[of]?.price ?? 0) +
    notes.reduce((all, note) => (note.kind === 'price' && note.good === of ? all + note.by : all), 0);
  const value = (measure: string, row: number): number =>
    packs(row) *
    (measure === 'packs' ? 1 : (goods[good(row)]?.size ?? 0)) *
    (measure === 'money' ? price(good(row)) : 1);
  const sum = (measure: string, some: readonly number[]) =>
    some.reduce((all, row) => all + value(measure, row), 0);
  const counted = rows.map((_, row) => row).filter((row) => about('struck', row) === undefined);
  const such = (
    filter: LedgerPuzzle['query'] extends infer Q ? (Q extends { one: infer F } ? F : never) : never,
  ) =>
    counted.filter((row) =>
      filter.every((c) => {
        if (c.kind === 'keeper') return keeper(place(row)) === c.person;
        if (c.kind === 'good') return c.is === (good(row) === c.good);
        if (c.kind === 'day') return c.is === (day(row) === c.day);
        return packs(row) > packs(c.row);
      }),
    );
  if (query.kind === 'gap')
    return String(Math.abs(sum(query.measure, such(query.one)) - sum(query.measure, such(query.other))));
  if (query.kind === 'both') {
    const [one, other] = [such(query.one), such(query.other)];
    const common = one.filter((row) => other.includes(row));
    return String(sum(query.measure, one) + sum(query.measure, other) - sum(query.measure, common));
  }
  const byPlace = Map.groupBy(such(query.filter), place);
  const totals = [...byPlace]
    .map(([at, some]) => [sum(query.by, some), at] as const)
    .sort(([a], [b]) => a - b);
  const [at] = [query.which === 'most' ? totals.at(-1)?.[1] : totals[0]?.[1]];
  return String(
    sum(
      query.measure,
      counted.filter((row) => place(row) === at),
    ),
  );
}

const LEVELS: [name: string, expected: (seed: number) => unknown, solved: (seed: number) => string][] = [
  [
    'prose-1',
    (s) => makeQuantities(random(s), 8).expected,
    (s) => solveQuantities(drawQuantities(random(s), 8)),
  ],
  [
    'prose-2',
    (s) => makeQuantities(random(s), 18).expected,
    (s) => solveQuantities(drawQuantities(random(s), 18)),
  ],
  [
    'interacting-1',
    (s) => makeOrders(random(s), 5, 2).expected,
    (s) => solveOrders(drawOrders(random(s), 5, 2)),
  ],
  [
    'interacting-2',
    (s) => makeOrders(random(s), 7, 4).expected,
    (s) => solveOrders(drawOrders(random(s), 7, 4)),
  ],
  ['thread-1', (s) => makeThread(random(s), 24).expected, (s) => solveThread(drawThread(random(s), 24))],
  ['thread-2', (s) => makeThread(random(s), 60).expected, (s) => solveThread(drawThread(random(s), 60))],
  [
    'updates-4k',
    (s) => makeUpdates(random(s), 4_000, 50).expected,
    (s) => solveUpdates(drawUpdates(random(s), 50)),
  ],
  [
    'updates-16k',
    (s) => makeUpdates(random(s), 16_000, 160).expected,
    (s) => solveUpdates(drawUpdates(random(s), 160)),
  ],
  [
    'entangled-1',
    (s) => makeLedger(random(s), 12, 6).expected,
    (s) => solveLedger(drawLedger(random(s), 12, 6)),
  ],
  [
    'entangled-2',
    (s) => makeLedger(random(s), 28, 18).expected,
    (s) => solveLedger(drawLedger(random(s), 28, 18)),
  ],
];

for (const [name, expected, solved] of LEVELS)
  test(`${name}: an independent solver finds the answer of every item from what it tells`, () => {
    for (let seed = 0; seed < ITEMS; seed++) assert.equal(solved(seed), expected(seed), `seed ${seed}`);
  });

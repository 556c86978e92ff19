import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import {
  createRandom,
  createSplitMix64,
  createXoshiro128,
  pickOne,
  type Random,
  randomInteger,
  sampleIndices,
  sampleWithoutReplacement,
  shuffle,
} from './random.ts';

const take = <T>(count: number, next: () => T) => Array.from({ length: count }, next);

test('xoshiro128** gives the numbers of its authors’ reference program', () => {
  assert.deepEqual(
    take(10, createXoshiro128([1, 2, 3, 4])),
    [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804],
  );
});

test('splitmix64 gives its published numbers', () => {
  assert.deepEqual(take(5, createSplitMix64(1234567n)), [
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
    4593380528125082431n,
    16408922859458223821n,
  ]);
});

test('a seed and its streams give the same numbers for ever (from a second implementation)', () => {
  const cases: [Random, number[]][] = [
    [createRandom(0), [3737715805, 2584255861, 2876756834, 3286328325]],
    [createRandom(42), [1776835114, 4165204688, 17111135, 2317295270]],
    [createRandom(-1), [477689756, 2493998634, 555695776, 607808419]],
    [createRandom(0, 'gsm8k', 'items'), [2004821662, 2380849530, 2012443307, 2664939904]],
    [createRandom(0, 'größe'), [811940654, 242718341, 3033504771, 4229786800]],
  ];
  for (const [random, expected] of cases) assert.deepEqual(take(4, random.uint32), expected);
  assert.equal(createRandom(42).fraction(), 0.4137016681565887);
  assert.deepEqual(
    sampleIndices(createRandom(0, 'gsm8k', 'items'), 1319, 6),
    [1017, 1151, 142, 427, 541, 1235],
  );
});

test('streams of one seed differ, by name and by order', () => {
  const first = (...names: string[]) => createRandom(7, ...names).uint32();
  const all = [first(), first('a'), first('b'), first('a', 'b'), first('b', 'a'), first('ab'), first('')];
  assert.equal(new Set(all).size, all.length);
});

test('a seed that is not a whole number, and a limit without a choice, are refused', () => {
  for (const seed of [0.5, Number.NaN, 2 ** 53]) assert.throws(() => createRandom(seed), RangeError);
  for (const limit of [0, -1, 1.5, 2 ** 32 + 1])
    assert.throws(() => createRandom(0).below(limit), RangeError);
  assert.throws(() => pickOne(createRandom(0), []), RangeError);
  assert.throws(() => randomInteger(createRandom(0), 2, 1), RangeError);
});

/** χ² of counts against equal shares; 6 standard deviations above its mean would be a defect. */
function assertEven(counts: readonly number[], what: string): void {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const df = counts.length - 1;
  assert.ok(chi < df + 6 * Math.sqrt(2 * df), `${what}: χ² ${chi} with ${df} degrees of freedom`);
}

function tally<T>(draws: number, keys: readonly T[], draw: () => T): number[] {
  const counts = new Map(keys.map((key) => [key, 0]));
  for (let i = 0; i < draws; i += 1) {
    const key = draw();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  assert.equal(counts.size, keys.length, 'a value outside the range was drawn');
  return [...counts.values()];
}

test('whole numbers, fractions and picks are even', () => {
  const random = createRandom(11);
  const ten = Array.from({ length: 10 }, (_, i) => i);
  assertEven(
    tally(20_000, ten, () => random.below(10)),
    'below(10)',
  );
  assertEven(
    tally(20_000, ten, () => Math.floor(random.fraction() * 10)),
    'fraction',
  );
  assertEven(
    tally(20_000, ten, () => pickOne(random, ten)),
    'pick',
  );
  assertEven(
    tally(20_000, [-1, 0, 1], () => randomInteger(random, -1, 1)),
    'randomInteger',
  );
  // 3·2³⁰: without drawing again, the lower third would come twice as often.
  const third = () => Math.floor(random.below(3 * 2 ** 30) / 2 ** 30);
  assertEven(tally(20_000, [0, 1, 2], third), 'a limit that does not divide 2³²');
});

test('every order of four items is as likely as any other', () => {
  const random = createRandom(5);
  const orders = [...'abcd'].flatMap((a) =>
    [...'abcd'].flatMap((b) => [...'abcd'].flatMap((c) => [...'abcd'].map((d) => a + b + c + d))),
  );
  const all = orders.filter((order) => new Set(order).size === 4);
  assertEven(
    tally(24_000, all, () => shuffle(random, [...'abcd']).join('')),
    'shuffle',
  );
});

test('a sample holds different items, all of them when more are asked for', () => {
  const sizes = fc.tuple(fc.nat(200), fc.nat(250), fc.integer());
  fc.assert(
    fc.property(sizes, ([size, count, seed]) => {
      const drawn = sampleIndices(createRandom(seed), size, count);
      assert.equal(drawn.length, Math.min(size, count));
      assert.equal(new Set(drawn).size, drawn.length);
      assert.ok(drawn.every((index) => index >= 0 && index < size));
    }),
    PROPERTY_RUN,
  );
});

test('a larger sample with the same seed begins with the smaller one', () => {
  const items = Array.from({ length: 500 }, (_, i) => `item ${i}`);
  const draw = (count: number) => sampleWithoutReplacement(createRandom(3, 'mmlu'), items, count);
  assert.deepEqual(draw(200).slice(0, 50), draw(50));
});

test('shuffling leaves the given items alone', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8];
  const shuffled = shuffle(createRandom(1), items);
  assert.deepEqual(items, [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.notDeepEqual(shuffled, items);
  assert.deepEqual([...shuffled].sort(), items);
});

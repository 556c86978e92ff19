import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planOf } from '../../../../test/support/evaluation-plan.ts';
import { countUnits, parsePlan, unitAt } from './plan.ts';

const plans = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 5 }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map((given) => planOf(...given));

test('every unit number stands for another (benchmark, item, epoch, target), and all of them are there', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const units = Array.from({ length: countUnits(plan) }, (_, unit) => unitAt(plan, unit));
      const names = units.map(({ benchmark, item, epoch, target }) =>
        [benchmark, item, epoch, target].join(),
      );
      assert.equal(new Set(names).size, names.length);
      const { targets, methodology } = plan;
      const expected = plan.benchmarks.reduce(
        (n, { items }) => n + items * targets.length * methodology.epochs,
        0,
      );
      assert.equal(names.length, expected);
      for (const [number, { unit, benchmark, item, epoch, target }] of units.entries()) {
        assert.equal(unit, number);
        assert.ok(item < (plan.benchmarks[benchmark]?.items ?? 0));
        assert.ok(epoch < methodology.epochs && target < targets.length);
      }
    }),
  );
});

test('targets advance together: all of them stand side by side for one item and epoch', () => {
  const plan = planOf([2, 1], 2, 2);
  const order = Array.from({ length: countUnits(plan) }, (_, unit) => unitAt(plan, unit));
  assert.deepEqual(
    order.map(({ benchmark, item, epoch, target }) => `${benchmark}${item}${epoch}${target}`),
    ['0000', '0001', '0010', '0011', '0100', '0101', '0110', '0111', '1000', '1001', '1010', '1011'],
  );
});

test('a number that the plan does not have is a RangeError', () => {
  assert.throws(() => unitAt(planOf([2], 2, 1), 4), RangeError);
  assert.throws(() => unitAt(planOf([], 2, 1), 0), RangeError);
});

test('a plan of an older version names its kinds as this one does', () => {
  const { benchmarks } = parsePlan(
    JSON.stringify({
      benchmarks: [{}, ...['custom', 'criterion', 'window', 'capacity', 'load'].map((kind) => ({ kind }))],
    }),
  );
  assert.deepEqual(
    benchmarks.map(({ kind }) => kind),
    ['answers', 'judging', 'judging-criterion', 'load', 'capacity', 'load'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  aboutPercent,
  bytes,
  compactNumber,
  compactTime,
  compactUsd,
  count,
  decimal,
  duration,
  formatExact,
  formatTogether,
  formatWholePercent,
  joinNames,
  ms,
  percent,
  plural,
  points,
  score,
  seconds,
  statedPoints,
  times,
  type Unit,
  usd,
} from './figures.ts';

test('figures as sentences say them', () => {
  const rows: [said: string, expected: string][] = [
    [percent(0.94375), '94.4 %'],
    [percent(0.9), '90.0 %'],
    [percent(1), '100.0 %'],
    [percent(0.0005), '0.05 %'],
    [percent(0.9995), '99.95 %'],
    [percent(0.99999), '99.999 %'],
    [percent(-0), '0.0 %'],
    [percent(null), 'none'],
    [percent(undefined, '–'), '–'],
    [formatExact(percent, 0.9995), '99.95 %'],
    [formatExact(percent, 0.05), '5 %'],
    [points(0.0115), '1.2'],
    [points(-0.0004), '-0.04'],
    [points(0), '0.0'],
    [usd(46497.25875), '$46,497'],
    [usd(3.46792), '$3.47'],
    [usd(2), '$2'],
    [usd(0.5), '$0.50'],
    [usd(0.03124), '$0.0312'],
    [usd(0), '$0'],
    [usd(-12.5), '−$12.50'],
    [usd(null), 'unknown'],
    [formatExact(usd, 15760.5), '$15,760.50'],
    [formatExact(usd, 20000), '$20,000'],
    [formatExact(count, 205.75), '205.75'],
    [formatExact(count, 100 / 60), '1.667'],
    [formatExact(count, 1_000_000 / 60), '16,667'],
    [count(1133), '1,133'],
    [count(2018.7), '2,019'],
    [count(0.3125), '0.3125'],
    [ms(84.49), '84 ms'],
    [ms(3500), '3,500 ms'],
    [ms(2.3149), '2.31 ms'],
    [times(9.621), '9.62 times'],
    [seconds(0.08449), '0.0845 s'],
    [seconds(3500), '3,500 s'],
    [decimal(0.615), '0.62'],
    [decimal(null, 'not graded'), 'not graded'],
    [score(0.5), '0.500'],
    [score(null), '–'],
    [formatWholePercent(0.934), '93 %'],
    [aboutPercent(0.934), 'about 93 %'],
    [aboutPercent(1), '100 %'],
    [statedPoints(0.05), '5 points'],
    [statedPoints(0.01), '1 point'],
    [bytes(1), '1 byte'],
    [bytes(64_499), '64 kB'],
    [bytes(999_499), '999 kB'],
    [bytes(999_500), '1 MB'],
    [bytes(4_249_000), '4.2 MB'],
    [compactNumber(1_254), '1.25K'],
    [compactNumber(12_345, 2), '12K'],
    [compactUsd(0.05), '$0.05'],
    [compactUsd(18_000), '$18K'],
    [compactTime(84), '84 ms'],
    [compactTime(1200), '1.2 s'],
    [plural(1, 'item'), '1 item'],
    [plural(2019, 'item'), '2,019 items'],
    [joinNames([]), ''],
    [joinNames(['a']), 'a'],
    [joinNames(['a', 'b', 'c']), 'a, b and c'],
    [joinNames(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more'],
    [duration(45.2), '45 s'],
    [duration(719), '12 min'],
    [duration(7200), '2 h'],
    [duration(5400), '1 h 30 min'],
    [duration(null), 'unknown'],
  ];
  for (const [said, expected] of rows) assert.equal(said, expected);
});

test('figures side by side have the same digits, and as many as tell them apart', () => {
  const rows: [said: readonly string[], expected: readonly string[]][] = [
    [formatTogether(usd, [15760.9044, 15761], 15761), ['$15,760.90', '$15,761.00']],
    [formatTogether(usd, [15761.3, 15760.5], 15760.5), ['$15,761.30', '$15,760.50']],
    [formatTogether(usd, [46497.3, 20000], 20000), ['$46,497', '$20,000']],
    [formatTogether(usd, [0.0312, 0.05]), ['$0.0312', '$0.0500']],
    [formatTogether(usd, [12.4, 0.03124]), ['$12.40', '$0.03']],
    [formatTogether(usd, [800, 800], 800), ['$800', '$800']],
    [formatTogether(percent, [0, 0.0004]), ['0.00 %', '0.04 %']],
    [formatTogether(percent, [0.8994, 0.9], 0.9), ['89.9 %', '90.0 %']],
    [formatTogether(percent, [0.89996, 0.9], 0.9), ['89.996 %', '90.000 %']],
    [formatTogether(percent, [0.9, 0.875, 0.94375]), ['90.0 %', '87.5 %', '94.4 %']],
    [formatTogether(percent, [0.9, 0.1]), ['90 %', '10 %']],
    [formatTogether(percent, [0.94375]), ['94.4 %']],
    [formatTogether(ms, [250.3, 250], 250), ['250.3 ms', '250.0 ms']],
    [formatTogether(count, [14.42, 15], 15), ['14.42', '15.00']],
    [formatTogether(count, [100 / 60, 100 / 60], 100 / 60), ['1.667', '1.667']],
    [formatTogether(points, [-0.0004, 0.032]), ['-0.04', '3.20']],
  ];
  for (const [said, expected] of rows) assert.deepEqual(said, expected);
});

const UNITS: Readonly<Record<string, Unit>> = { count, percent, points, usd, ms, times };
const numberIn = (said: string) => Number(said.replace('−', '-').replaceAll(/[^\d.-]/g, ''));
const afterPoint = (said: string) => (/\.(\d+)/.exec(said)?.[1] ?? '').length;

/** Numbers of every size, and a second one that is often very near. */
const pairs = fc
  .tuple(
    fc.oneof(fc.double({ min: 1e-6, max: 1e7, noNaN: true }), fc.integer({ min: 0, max: 100_000 })),
    fc.oneof(
      fc.constant(null),
      fc.double({ min: -1e-2, max: 1e-2, noNaN: true }),
      fc.double({ min: -1e-9, max: 1e-9, noNaN: true }),
    ),
    fc.double({ min: 0, max: 1e7, noNaN: true }),
  )
  .map(([limit, near, any]) => [near === null ? any : limit * (1 + near), limit] as const);

for (const [name, unit] of Object.entries(UNITS)) {
  test(`${name}: what is printed side by side orders as the numbers do`, () => {
    fc.assert(
      fc.property(pairs, ([value, limit]) => {
        const exact = (x: number) => Number(x.toPrecision(12));
        // Below this no unit has a name for the difference.
        fc.pre(exact(value) === exact(limit) || Math.abs(exact(value) - exact(limit)) > 1e-10);
        fc.pre(exact(value) === 0 || Math.abs(value) > 1e-10);
        const [a, b] = formatTogether(unit, [value, limit]);
        const order = Math.sign(exact(value) - exact(limit));
        assert.equal(Math.sign(numberIn(a) - numberIn(b)), order, `${value} ${limit}: ${a} ${b}`);
        assert.equal(afterPoint(a), afterPoint(b), `${a} ${b}`);
        assert.ok(value === 0 || numberIn(a) !== 0, `${value} prints as ${a}`);
        // One digit less would not tell them apart, unless one of them has so many where it stands alone.
        const digits = afterPoint(a);
        if (digits <= Math.max(afterPoint(unit(value)), afterPoint(unit(limit)))) return;
        const fewer = unit === usd && digits === 2 ? 0 : digits - 1;
        const { ends, scale, write } = unit.rule;
        const different = new Set([...ends, exact(scale * value), exact(scale * limit)]);
        const alike = new Set([...different].map((one) => write(one, fewer)));
        assert.ok(alike.size < different.size, `${a} ${b} have more digits than it takes`);
      }),
      { numRuns: 3000 },
    );
  });
}

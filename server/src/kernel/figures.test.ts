import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, exactPercent, listed, ms, percent, plural, usd } from './figures.ts';

test('figures as sentences say them', () => {
  const rows: [said: string, expected: string][] = [
    [percent(0.94375), '94.4 %'],
    [percent(1), '100 %'],
    [percent(0.0005), '0.05 %'],
    [percent(-0), '0 %'],
    [exactPercent(0.9995), '99.95 %'],
    [exactPercent(0.05), '5 %'],
    [usd(46497.25875), '$46,497'],
    [usd(3.46792), '$3.47'],
    [usd(2), '$2'],
    [usd(0.03124), '$0.0312'],
    [usd(0), '$0'],
    [usd(-12.5), '−$12.50'],
    [count(1133), '1,133'],
    [count(2018.7), '2,019'],
    [count(0.3125), '0.3125'],
    [ms(84.49), '84 ms'],
    [ms(3500), '3,500 ms'],
    [ms(2.3149), '2.31 ms'],
    [plural(1, 'item'), '1 item'],
    [plural(2019, 'item'), '2,019 items'],
    [listed([]), ''],
    [listed(['a']), 'a'],
    [listed(['a', 'b', 'c']), 'a, b and c'],
    [listed(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more'],
  ];
  for (const [said, expected] of rows) assert.equal(said, expected);
});

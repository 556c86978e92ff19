import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedSumTail } from './bounded-sum.ts';
import { binomialCdf } from './distributions.ts';
import { createRandom } from './random.ts';

test('of one number it is the inequality of Markov', () => {
  for (const [mean, total, bound] of [
    [0.05, 1, 0.05],
    [0.05, 0.5, 0.1],
    [0.01, 0.2, 0.05],
    [0.05, 0.05, 1],
    [0.05, 1.5, 0],
  ] as const)
    assert.ok(Math.abs(boundedSumTail(1, mean, total) - bound) < 1e-12, `${mean}, ${total}`);
});

test('it is never below the binomial distribution, whose numbers are 0 or 1, and falls as the total grows', () => {
  for (const k of [2, 7, 40, 300, 20_000_000]) {
    for (const mean of [0.001, 0.05, 0.5]) {
      let before = 1;
      for (const share of [0.02, 0.1, 0.3, 0.51, 0.6, 0.9, 1]) {
        const total = Math.floor(share * k);
        const bound = boundedSumTail(k, mean, total);
        assert.ok(bound >= 1 - binomialCdf(total - 1, k, mean) - 1e-9, `${k}, ${mean}, ${total}: ${bound}`);
        assert.ok(bound <= before + 1e-9, `${k}, ${mean}, ${total}: ${bound} after ${before}`);
        before = bound;
      }
    }
  }
});

test('numbers of any kind with that mean reach the total no more often', () => {
  const random = createRandom(3, 'bounded sum');
  const [mean, runs] = [0.05, 4000];
  const kinds: (() => number)[] = [
    () => (random.fraction() < 0.1 ? 0.5 : 0),
    () => (random.fraction() < 0.1 ? random.fraction() : 0),
    () => random.fraction() ** 19,
  ];
  for (const k of [1, 3, 10]) {
    for (const draw of kinds) {
      for (const total of [0.3, 0.9, 1.4]) {
        let reached = 0;
        for (let run = 0; run < runs; run += 1) {
          let sum = 0;
          for (let i = 0; i < k; i += 1) sum += draw();
          if (sum >= total) reached += 1;
        }
        const bound = boundedSumTail(k, mean, total);
        assert.ok(reached / runs <= bound + 0.015, `${k}, ${total}: ${reached / runs} above ${bound}`);
      }
    }
  }
});

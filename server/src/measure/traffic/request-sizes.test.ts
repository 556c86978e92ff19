import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Distribution, vocabulary } from '../../models/catalog/catalog.ts';
import { createRandom } from '../statistics/statistics.ts';
import { loadPrompt } from './load-prompt.ts';
import { drawTokens } from './request-sizes.ts';

function draws(distribution: Distribution, count = 20_000): number[] {
  const random = createRandom(5);
  return Array.from({ length: count }, () => drawTokens(distribution, random)).sort((a, b) => a - b);
}

const near = (actual: number, expected: number, share: number) =>
  assert.ok(Math.abs(actual - expected) <= expected * share, `${actual} is not near ${expected}`);

describe('token counts of requests', () => {
  it('follow the measured quantiles of a workload', () => {
    const chat = vocabulary.workload_type.meaning('chat').sizes.input_tokens as Distribution;
    assert.equal(chat.dist, 'quantiles');
    const drawn = draws(chat);
    for (const [i, percentile] of chat.percentiles.entries()) {
      if (percentile < 5 || percentile > 95) continue;
      near(drawn[Math.floor((percentile / 100) * drawn.length)] as number, chat.values[i] as number, 0.1);
    }
  });

  it('have the mean and spread of a log-normal, which are its own and not its logarithm’s', () => {
    const drawn = draws({ dist: 'lognormal', mean: 500, sd: 250, min: 1, max: 1e9 });
    const mean = drawn.reduce((a, b) => a + b) / drawn.length;
    near(mean, 500, 0.02);
    near(Math.sqrt(drawn.reduce((a, b) => a + (b - mean) ** 2, 0) / drawn.length), 250, 0.05);
  });

  it('stay within bounds and are at least 1', () => {
    const drawn = draws({ dist: 'normal', mean: 5, sd: 20, min: -50, max: 30 });
    assert.equal(drawn[0], 1);
    assert.equal(drawn.at(-1), 30);
    assert.deepEqual(new Set(draws({ dist: 'constant', value: 7 }, 3)), new Set([7]));
    assert.deepEqual(new Set(draws({ dist: 'moments', mean: 9.4 }, 3)), new Set([9]));
  });
});

describe('a prompt of a load test', () => {
  it('has about the tokens asked for, at four characters a token', () => {
    for (const tokens of [50, 1_000, 20_000]) {
      near(loadPrompt(tokens, 100, createRandom(1)).length / 4, tokens, 0.1);
    }
  });

  it('shares no beginning with another one', () => {
    const random = createRandom(1);
    const starts = Array.from({ length: 1000 }, () => loadPrompt(50, 20, random).slice(0, 16));
    assert.equal(new Set(starts).size, 1000);
  });
});

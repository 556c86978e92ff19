import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import {
  adjustPValues,
  benjaminiHochbergAdjusted,
  correctedLevels,
  holmAdjusted,
} from './multiple-comparisons.ts';

function assertAll(actual: readonly number[], expected: readonly number[], digits: number): void {
  expected.forEach((value, i) => {
    assertClose(actual[i], value, digits, `p ${i}`);
  });
}

test('four p-values by Holm and Benjamini-Hochberg, in the order given', () => {
  const p = [0.01, 0.04, 0.03, 0.005];
  assertAll(holmAdjusted(p), [0.03, 0.06, 0.06, 0.02], 12);
  assertAll(benjaminiHochbergAdjusted(p), [0.02, 0.04, 0.04, 0.02], 12);
  assert.deepEqual(adjustPValues('none', p), p);
});

test('the fifteen p-values of Benjamini and Hochberg 1995', () => {
  const p = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];
  const bh = benjaminiHochbergAdjusted(p);
  assertAll(bh, [0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.063857, 0.063857, 0.0645, 0.0765, 0.486], 6);
  assert.equal(bh.filter((value) => value <= 0.05).length, 4);
  assertAll(holmAdjusted(p), [0.0015, 0.0056, 0.0247, 0.114], 6);
  assert.equal(holmAdjusted(p).filter((value) => value <= 0.05).length, 3);
});

test('an empty family stays empty and impossible p-values are refused', () => {
  for (const correction of ['holm', 'bh', 'none'] as const) {
    assert.deepEqual(adjustPValues(correction, []), []);
  }
  for (const bad of [-0.1, 1.1, Number.NaN]) {
    for (const adjust of [holmAdjusted, benjaminiHochbergAdjusted])
      assert.throws(() => adjust([bad]), RangeError);
  }
});

/** Holm as Holm wrote it: reject while p₍ᵢ₎ ≤ α/(m−i+1), then stop. */
function holmRejects(p: readonly number[], alpha: number): number[] {
  const sorted = [...p].sort((left, right) => left - right);
  const stop = sorted.findIndex((value, i) => value > alpha / (p.length - i));
  return stop === -1 ? sorted : sorted.slice(0, stop);
}

/** BH as its authors wrote it: reject the k smallest, k the last with p₍ₖ₎ ≤ k·q/m. */
function bhRejects(p: readonly number[], q: number): number[] {
  const sorted = [...p].sort((left, right) => left - right);
  return sorted.slice(0, sorted.findLastIndex((value, i) => value <= ((i + 1) * q) / p.length) + 1);
}

test('adjusted p-values keep the order, lie between p and Bonferroni, and reject what the procedures reject', () => {
  const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(family, fc.double({ min: 0.001, max: 0.2, noNaN: true }), (p, alpha) => {
      const [byHolm, byBh] = [holmAdjusted(p), benjaminiHochbergAdjusted(p)];
      p.forEach((left, i) => {
        const values = [left, byBh[i] ?? -1, byHolm[i] ?? -1, Math.min(1, p.length * left)];
        for (let at = 1; at < values.length; at += 1) {
          assert.ok((values[at] ?? 0) >= (values[at - 1] ?? 0) - 1e-15, values.join(' ≤ '));
        }
        p.forEach((right, j) => {
          if (left <= right)
            assert.ok((byHolm[i] ?? 0) <= (byHolm[j] ?? 0) && (byBh[i] ?? 0) <= (byBh[j] ?? 0));
        });
      });
      for (const [correction, adjusted] of [
        ['holm', byHolm],
        ['bh', byBh],
        ['none', p],
      ] as const) {
        for (const [i, level] of correctedLevels(correction, p, alpha).entries()) {
          assert.ok(level <= alpha + 1e-15 && level >= alpha / p.length - 1e-15);
          // Where rounding decides, either is right.
          if (Math.abs((adjusted[i] ?? 0) - alpha) > 1e-9)
            assert.equal(
              (p[i] ?? 0) <= level,
              (adjusted[i] ?? 0) <= alpha,
              `${correction}: ${p} at ${alpha}`,
            );
        }
      }
      assert.equal(byHolm.filter((value) => value <= alpha).length, holmRejects(p, alpha).length);
      assert.equal(byBh.filter((value) => value <= alpha).length, bhRejects(p, alpha).length);
    }),
    PROPERTY_RUN,
  );
});

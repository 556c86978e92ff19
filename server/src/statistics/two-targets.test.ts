import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, assertInterval, PROPERTY_RUN } from '../../test/support/assert-close.ts';
import { standardError } from './one-target.ts';
import { createRandom } from './random.ts';
import { differences, pairedDifference, signFlipTest, wilcoxonSignedRank } from './two-targets.ts';

const A = [1, 0, 1, 1, 0, 1, 1, 0, 1, 1];
const B = [1, 0, 0, 1, 0, 1, 0, 0, 1, 1];

test('the paired difference of ten answers', () => {
  const d = differences(A, B);
  const result = pairedDifference(d, 0.95);
  assertClose(result?.mean, 0.2, 12);
  assertClose((result?.se ?? 0) * Math.sqrt(10), 0.4216370214, 10, 'sd');
  assertClose(result?.se, 0.1333333333, 10);
  assertClose(result?.t, 1.5, 12);
  assert.equal(result?.df, 9);
  assertClose(result?.p, 0.1678506561, 10);
  assertInterval(result?.ci ?? null, [-0.101620955, 0.501620955], 9);
});

test('the paired error is √(SE_A² + SE_B² − 2ρ·SE_A·SE_B)', () => {
  const [seA, seB] = [standardError(A) ?? 0, standardError(B) ?? 0];
  const se = pairedDifference(differences(A, B), 0.95)?.se ?? 0;
  assertClose((seA ** 2 + seB ** 2 - se ** 2) / (2 * seA * seB), 0.6546536707, 10, 'ρ');
});

test('clusters widen the paired difference and lower its degrees of freedom', () => {
  const d = [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1];
  const passages = d.map((_, i) => Math.floor(i / 3));
  const result = pairedDifference(d, 0.95, passages);
  assertClose(result?.se, 0.2357022604, 10);
  assert.deepEqual([result?.df, result?.clusters, result?.n], [3, 4, 12]);
  assertInterval(result?.ci ?? null, [-0.0834431, 1.4167765], 7);
});

test('one item, one cluster or no spread leave nothing to test', () => {
  assert.equal(pairedDifference([], 0.95), null);
  assert.equal(pairedDifference([1], 0.95), null);
  assert.equal(pairedDifference([0.5, 0.5, 0.5], 0.95), null);
  assert.equal(pairedDifference([1, 0, 1], 0.95, ['p', 'p', 'p']), null);
  assert.equal(pairedDifference(differences([0.1 + 0.2, 0.7, 0.3], [0.3, 0.7, 0.1 + 0.2]), 0.95), null);
});

test('scores that cannot be paired are refused', () => {
  assert.throws(() => differences([1], []), RangeError);
  assert.throws(() => differences([1, Number.NaN], [1, 1]), RangeError);
});

const SMALL = [1.1, -0.3, 0.4, 0.9, -0.2, 0.7, 1.5, -0.1];

test('eight differences by t, Wilcoxon and all sign flips', () => {
  const result = pairedDifference(SMALL, 0.95);
  assertClose(result?.t, 2.1389632, 7);
  assertClose(result?.p, 0.069741, 7);
  assert.deepEqual(wilcoxonSignedRank(SMALL), { w: 6, p: 0.109375, exact: true });
  assertClose(signFlipTest(SMALL), 0.0859375, 12);
});

/** Every sign vector of the sizes, by counting in binary. */
function everyFlip(sizes: readonly number[]): number[][] {
  return Array.from({ length: 2 ** sizes.length }, (_, code) =>
    sizes.map((size, i) => ((code >> i) & 1 ? size : -size)),
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Quarters, so that sums are exact and ties and zeros are common. */
const quarters = fc.array(
  fc.integer({ min: -6, max: 6 }).map((k) => k / 4),
  { minLength: 1, maxLength: 10 },
);

test('the exhaustive sign-flip test counts all 2^n vectors, zeros included', () => {
  fc.assert(
    fc.property(quarters, (d) => {
      const all = everyFlip(d.map(Math.abs));
      const hits = all.filter((flipped) => Math.abs(sum(flipped)) >= Math.abs(sum(d))).length;
      assertClose(signFlipTest(d), hits / all.length, 12);
    }),
    PROPERTY_RUN,
  );
});

/** The mid-rank of a size: those below plus half of those equal, itself included. */
function midRanks(sizes: readonly number[]): number[] {
  return sizes.map((size) => {
    const below = sizes.filter((other) => other < size).length;
    return below + (sizes.filter((other) => other === size).length + 1) / 2;
  });
}

test('exact Wilcoxon counts all sign vectors of the mid-ranks', () => {
  fc.assert(
    fc.property(quarters, (given) => {
      const d = given.filter((value) => value !== 0);
      fc.pre(d.length > 0);
      const ranks = midRanks(d.map(Math.abs));
      const observed = Math.abs(sum(ranks.map((rank, i) => Math.sign(d[i] ?? 0) * rank)));
      const all = everyFlip(ranks);
      const hits = all.filter((flipped) => Math.abs(sum(flipped)) >= observed).length;
      assertClose(wilcoxonSignedRank(given).p, hits / all.length, 12);
    }),
    PROPERTY_RUN,
  );
});

test('ties that differ by rounding share a rank', () => {
  const rounded = [0.1 + 0.2, -0.3, 0.3, 1];
  assert.equal(wilcoxonSignedRank(rounded).w, 2);
});

test('the normal approximation takes over beyond 100 differences and agrees with the exact one', () => {
  const d = Array.from({ length: 101 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1));
  const [large, small] = [wilcoxonSignedRank(d), wilcoxonSignedRank(d.slice(1))];
  assert.deepEqual([large.exact, small.exact], [false, true]);
  assert.ok(Math.abs(Math.log(large.p / small.p)) < 0.5, `${large.p} against ${small.p}`);
  const balanced = Array.from({ length: 102 }, (_, i) => (i % 2 === 0 ? 1 : -1) * (Math.floor(i / 2) + 1));
  assert.equal(wilcoxonSignedRank(balanced).p, 1);
});

test('random sign flips agree with the exhaustive answer, repeat with the seed, and are never 0', () => {
  const d = [...SMALL, ...SMALL.map((value) => value / 2), 0.05];
  const p = (seed: number) => signFlipTest(d, { random: createRandom(seed) });
  const all = everyFlip(d.map(Math.abs));
  const exact =
    all.filter((flipped) => Math.abs(sum(flipped)) >= Math.abs(sum(d)) - 1e-9).length / all.length;
  assert.equal(p(1), p(1));
  assert.notEqual(p(1), p(2));
  assert.ok(Math.abs(p(1) - exact) < 4 * Math.sqrt((exact * (1 - exact)) / 9999), `${p(1)} against ${exact}`);
  const same = Array.from({ length: 60 }, () => 1);
  assert.equal(signFlipTest(same, { random: createRandom(0), flips: 999 }), 1 / 1000);
  assert.throws(() => signFlipTest(same), RangeError);
});

test('nothing, and nothing but zeros, is no evidence', () => {
  for (const d of [[], [0, 0, 0]]) {
    assert.equal(signFlipTest(d), 1);
    assert.deepEqual(wilcoxonSignedRank(d), { w: 0, p: 1, exact: true });
  }
});

test('swapping A and B negates the difference and keeps every p', () => {
  fc.assert(
    fc.property(quarters, (d) => {
      const back = d.map((value) => 0 - value);
      const [there, again] = [pairedDifference(d, 0.9), pairedDifference(back, 0.9)];
      assert.equal(there === null, again === null);
      if (there && again) {
        assertInterval(again.ci, [-there.ci.high, -there.ci.low], 12);
        assertClose(again.p, there.p, 12);
        assert.ok(there.ci.low <= there.mean && there.mean <= there.ci.high);
      }
      assert.equal(signFlipTest(back), signFlipTest(d));
      assertClose(wilcoxonSignedRank(back).p, wilcoxonSignedRank(d).p, 12);
    }),
    PROPERTY_RUN,
  );
});

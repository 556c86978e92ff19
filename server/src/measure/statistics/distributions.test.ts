import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, assertRelative, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import {
  binomialCdf,
  binomialPmf,
  normalCdf,
  normalQuantile,
  tQuantile,
  tTwoSided,
} from './distributions.ts';
import { betaQuantileLogit, betaTails, logGamma } from './special-functions.ts';

/** I_x(a,b), the distribution function of Beta(a,b). */
const betaCdf = (x: number, a: number, b: number) => betaTails(x, 1 - x, a, b).lower;
const betaQuantile = (p: number, a: number, b: number) => 1 / (1 + Math.exp(-betaQuantileLogit(p, a, b)));

/** Reference digits come from 40-digit arithmetic (mpmath) unless said otherwise. */
const TIGHT = 1e-12;

test('the normal distribution function keeps its relative precision far into the tail', () => {
  const cases: [number, number][] = [
    [-37, 5.725571222524577e-300],
    [-12, 1.776482112077679e-33],
    [-5.5, 1.8989562465887718e-8],
    [-2, 0.02275013194817921],
    [-1.999, 0.02280417693265889],
    [-0.3, 0.3820885778110474],
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [1.7, 0.955434537241457],
    [3, 0.9986501019683699],
  ];
  for (const [x, expected] of cases) assertRelative(normalCdf(x), expected, TIGHT, `Φ(${x})`);
  assert.equal(normalCdf(Number.NEGATIVE_INFINITY), 0);
  assert.equal(normalCdf(Number.POSITIVE_INFINITY), 1);
});

test('the normal quantile is exact to double precision', () => {
  const cases: [number, number][] = [
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798407],
    [1e-10, -6.361340902404057],
    [0.001, -3.0902323061678136],
    [0.025, -1.9599639845400543],
    [0.08, -1.4050715603096327],
    [0.2, -0.8416212335729142],
    [0.4, -0.2533471031357998],
  ];
  for (const [p, expected] of cases) assertRelative(normalQuantile(p), expected, 1e-14, `Φ⁻¹(${p})`);
  assertClose(normalQuantile(0.975), 1.959963985, 9);
  assertClose(normalQuantile(0.8), 0.841621234, 9);
  assertClose((normalQuantile(0.975) + normalQuantile(0.8)) ** 2, 7.848879734, 9);
  assert.equal(normalQuantile(0), Number.NEGATIVE_INFINITY);
  assert.equal(normalQuantile(1), Number.POSITIVE_INFINITY);
  assert.throws(() => normalQuantile(1.1), RangeError);
});

test('log-gamma holds from near 0 to a million', () => {
  const cases: [number, number][] = [
    [0.01, 4.599479878042022],
    [0.5, 0.5723649429247001],
    [3.5, 1.2009736023470743],
    [10, 12.80182748008147],
    [150.25, 601.2615040324997],
    [1_000_000, 12815504.569147613],
  ];
  for (const [x, expected] of cases) assertRelative(logGamma(x), expected, TIGHT, `lnΓ(${x})`);
  assert.throws(() => logGamma(0), RangeError);
});

test('the incomplete beta function holds for small, large and lopsided parameters', () => {
  const cases: [number, number, number, number][] = [
    [0.3, 2, 3, 0.3483],
    [0.001, 0.5, 0.5, 0.020135041633377492],
    [0.02, 0.5, 1000, 0.9999999997925638],
    [0.51, 500.5, 499.5, 0.725987957852255],
    [0.84, 850, 151, 0.20717413237189072],
    [0.999, 1000, 0.5, 0.157247274266724],
    [0.25, 20, 5, 3.2610749656214466e-9],
  ];
  for (const [x, a, b, expected] of cases) {
    assertRelative(betaCdf(x, a, b), expected, TIGHT, `I_${x}(${a},${b})`);
  }
  // scipy 0.6240849129686068; 1 − x itself is only known to 10⁻¹⁶, which 50,000 successes magnify.
  assertRelative(betaCdf(0.5005, 50_000, 50_000), 0.6240849129686068, 1e-11);
  assert.deepEqual(betaTails(0, 1, 2, 3), { lower: 0, upper: 1 });
  assert.deepEqual(betaTails(1, 0, 2, 3), { lower: 1, upper: 0 });
  assert.throws(() => betaCdf(0.5, 0, 1), RangeError);
});

test('the beta quantile gives the credible interval of 8/10 under a uniform prior', () => {
  assertClose(betaQuantile(0.025, 9, 3), 0.482244, 6);
  assertClose(betaQuantile(0.975, 9, 3), 0.939782, 6);
  assertRelative(betaQuantile(0.025, 0.5, 10.5), 0.000047890433157581876, 1e-12, 'scipy near 0');
});

test('the beta quantile undoes the beta distribution function', () => {
  const shape = fc.double({ min: 0.5, max: 2000, noNaN: true });
  const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
  fc.assert(
    fc.property(share, shape, shape, (p, a, b) => {
      const x = betaQuantile(p, a, b);
      // Near 1 a double cannot hold the quantile closely enough to give p back.
      fc.pre(x > 1e-300 && x < 1 - 1e-6);
      assertRelative(betaCdf(x, a, b), p, 1e-8, `p for Beta(${a},${b})`);
    }),
    PROPERTY_RUN,
  );
});

test("Student's t gives its tabled quantiles and probabilities", () => {
  const table: [number, number][] = [
    [1, 12.706205],
    [2, 4.302653],
    [3, 3.182446],
    [5, 2.570582],
    [9, 2.262157],
    [19, 2.093024],
    [30, 2.042272],
    [99, 1.984217],
    [199, 1.971957],
    [999, 1.962341],
  ];
  for (const [df, expected] of table) assertClose(tQuantile(0.975, df), expected, 6, `t(${df})`);
  assertRelative(tQuantile(0.975, 1), 12.706204736174705, TIGHT);
  assertRelative(tQuantile(0.0001, 4), -13.033671720896455, TIGHT);
  assertRelative(tTwoSided(1.5, 9), 0.16785065605707483, TIGHT);
  assertRelative(tTwoSided(2.1389632, 7), 0.06974100230147366, TIGHT);
  assertRelative(tTwoSided(0.001, 3), 0.9992648949694609, TIGHT);
  assertRelative(tTwoSided(40, 5), 1.8411962171772954e-7, TIGHT);
  assertRelative(tTwoSided(6, 1000), 2.755369173377469e-9, TIGHT);
  assertRelative(tTwoSided(1.96, 1e6), 0.04999606758526985, 1e-10, 'scipy, a million degrees of freedom');
  assert.equal(tTwoSided(Number.POSITIVE_INFINITY, 3), 0);
  assert.equal(tQuantile(0.5, 3), 0);
  assertRelative(tTwoSided(-2, 1), 0.2951672353008665, TIGHT);
});

test('binomial probabilities hold where factorials overflow', () => {
  const pmf: [number, number, number, number][] = [
    [3, 10, 0.25, 0.25028228759765625],
    [500, 1000, 0.5, 0.025225018178360804],
    [59, 180, 0.5, 0.0000011678024679805842],
    [10, 100_000, 0.001, 9.844853195029384e-31],
    [1, 5, 1e-9, 4.99999998e-9],
  ];
  for (const [k, n, p, expected] of pmf)
    assertRelative(binomialPmf(k, n, p), expected, TIGHT, `pmf ${k}/${n}`);
  const cdf: [number, number, number, number][] = [
    [3, 10, 0.25, 0.7758750915527344],
    [59, 180, 0.5, 0.000002217224631877588],
    [450, 1000, 0.5, 0.0008652680424881588],
    [5, 2000, 0.01, 0.00006787349452356077],
  ];
  for (const [k, n, p, expected] of cdf)
    assertRelative(binomialCdf(k, n, p), expected, TIGHT, `cdf ${k}/${n}`);
  assert.deepEqual([binomialPmf(0, 0, 0.5), binomialPmf(-1, 3, 0.5), binomialPmf(4, 3, 0.5)], [1, 0, 0]);
  assert.deepEqual([binomialPmf(0, 3, 0), binomialPmf(3, 3, 1), binomialPmf(1, 3, 0)], [1, 1, 0]);
  assert.deepEqual([binomialCdf(-1, 3, 0.5), binomialCdf(3, 3, 0.5)], [0, 1]);
});

test('the binomial distribution function is the sum of its probabilities', () => {
  const trials = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(trials, fc.nat(60), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (n, k, p) => {
      let sum = 0;
      for (let i = 0; i <= Math.min(k, n); i += 1) sum += binomialPmf(i, n, p);
      assertRelative(binomialCdf(k, n, p), sum, 1e-12);
    }),
    PROPERTY_RUN,
  );
});

/*
 * Gamma and beta functions in double precision. They are computed from Stirling's correction and the binomial deviance
 * and not from differences of log-gammas: at n = 10⁶ such a difference loses nine digits, this form none (C. Loader,
 * "Fast and Accurate Computation of Binomial Probabilities", 2000).
 */

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** Below this the Stirling series is not exact enough; at 15 its first omitted term is 3·10⁻¹⁸. */
const STIRLING_FROM = 15;

/** B₂ₖ / (2k(2k−1)), k = 1…6 (DLMF 5.11.1). */
const STIRLING_TERMS = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360] as const;

/**
 * Stirling's correction δ(x) = ln Γ(x+1) − (x+½)·ln x + x − ½·ln 2π for x > 0; absolute error about 10⁻¹⁵.
 * Small x is raised by δ(x) = δ(x+1) + (x+½)·ln(1+1/x) − 1, which follows from Γ(x+2) = (x+1)·Γ(x+1).
 */
function stirlingCorrection(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < STIRLING_FROM; at += 1) shift += (at + 0.5) * Math.log1p(1 / at) - 1;
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series = STIRLING_TERMS.reduceRight((sum, term) => sum * square + term, 0);
  return shift + series * inverse;
}

/** ln Γ(x) for x > 0 (Stirling, DLMF 5.11.1). Throws RangeError for x ≤ 0. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma is defined here for x > 0, not ${x}.`);
  return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirlingCorrection(x);
}

/** The deviance x·ln(x/m) + m − x ≥ 0, without cancellation where x is near m (Loader 2000, bd0). */
function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * (Math.log(x) - Math.log(m)) - difference;
  // ln(x/m) = 2·artanh(v), v = (x−m)/(x+m)
  const v = difference / (x + m);
  let sum = difference * v;
  let power = 2 * x * v;
  for (let j = 1; j < 200; j += 1) {
    power *= v * v;
    const next = sum + power / (2 * j + 1);
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/**
 * ln( xᵃ·yᵇ / B(a,b) ), with y = 1 − x passed separately so that neither end loses digits; a, b > 0. For integers a and
 * b it is the binomial probability of a successes in a+b trials times ab/(a+b).
 */
export function logBetaPower(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const stirling = stirlingCorrection(n) - stirlingCorrection(a) - stirlingCorrection(b);
  return 0.5 * Math.log((a / n) * (b / (2 * Math.PI))) + stirling - deviance(a, n * x) - deviance(b, n * y);
}

const CONVERGED = 2 ** -52;
const TINY = 1e-300;
const MAX_TERMS = 100_000;

/**
 * 1 + d₁/(1 + d₂/(1 + …)) by the modified Lentz method (Lentz 1976; Thompson and Barnett 1986).
 * Throws Error if it has not converged after 100,000 terms.
 */
export function continuedFraction(term: (j: number) => number): number {
  let value = 1;
  let c = 1;
  let d = 0;
  for (let j = 1; j <= MAX_TERMS; j += 1) {
    const dj = term(j);
    d = 1 / (1 + dj * d || TINY);
    c = 1 + dj / c || TINY;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) <= CONVERGED) return value;
  }
  throw new Error(`A continued fraction did not converge within ${MAX_TERMS} terms.`);
}

/** The coefficients d_j of the incomplete beta function's continued fraction (DLMF 8.17.23). */
function betaFractionTerm(x: number, a: number, b: number, j: number): number {
  const m = Math.floor(j / 2);
  if (j % 2 === 0) return (m * (b - m) * x) / ((a + j - 1) * (a + j));
  return (-(a + m) * (a + b + m) * x) / ((a + j - 1) * (a + j));
}

/** I_x(a,b) and its complement, each with full relative precision where it is small. */
export interface Tails {
  readonly lower: number;
  readonly upper: number;
}

/**
 * The regularised incomplete beta function I_x(a,b) = `lower` and 1 − I_x(a,b) = `upper`, for
 * y = 1 − x in [0,1] and a, b > 0 (DLMF 8.17.22; the reflection I_x(a,b) = 1 − I_y(b,a) keeps the
 * fraction on the side where it converges in O(√max(a,b)) terms).
 */
export function betaTails(x: number, y: number, a: number, b: number): Tails {
  if (!(a > 0 && b > 0)) throw new RangeError(`A beta distribution needs a, b > 0, not ${a}, ${b}.`);
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  const power = Math.exp(logBetaPower(x, y, a, b));
  if (x < (a + 1) / (a + b + 2)) {
    const lower = power / (a * continuedFraction((j) => betaFractionTerm(x, a, b, j)));
    return { lower, upper: 1 - lower };
  }
  const upper = power / (b * continuedFraction((j) => betaFractionTerm(y, b, a, j)));
  return { lower: 1 - upper, upper };
}

/** Beyond ±700 a logit's probability exceeds the range of a double. */
const LOGIT_LIMIT = 700;

/**
 * The logit ln(x/(1−x)) of the p-quantile of Beta(a,b), 0 < p < 1: Newton's method on the logarithm of
 * the shorter tail, kept inside a bracket. In the logit the derivative of I_x is xᵃyᵇ/B(a,b) itself, and
 * both x and 1 − x keep their relative precision.
 */
export function betaQuantileLogit(p: number, a: number, b: number): number {
  let low = -LOGIT_LIMIT;
  let high = LOGIT_LIMIT;
  let u = Math.log(a / b);
  for (let i = 0; i < 200; i += 1) {
    const { gap, slope } = tailGap(u, p, a, b);
    if (gap === 0) return u;
    if (gap > 0) high = u;
    else low = u;
    const newton = u - gap / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u))) return next;
    u = next;
  }
  return u;
}

/** The difference between I_x and p on the logarithm of the shorter tail (increasing in u), and its slope. */
function tailGap(u: number, p: number, a: number, b: number): { gap: number; slope: number } {
  const x = 1 / (1 + Math.exp(-u));
  const y = 1 / (1 + Math.exp(u));
  const { lower, upper } = betaTails(x, y, a, b);
  const power = Math.exp(logBetaPower(x, y, a, b));
  if (p <= 0.5) return { gap: Math.log(lower) - Math.log(p), slope: power / lower };
  return { gap: Math.log1p(-p) - Math.log(upper), slope: power / upper };
}

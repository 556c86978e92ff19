import { betaQuantileLogit, betaTails, continuedFraction, logBetaPower } from './special-functions.ts';

/** Throws RangeError unless 0 ≤ p ≤ 1. */
function checkProbability(p: number): void {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`A probability lies between 0 and 1, not ${p}.`);
}

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/** Above this, Laplace's continued fraction needs fewer than 60 terms. */
const TAIL_FROM = 2;

/**
 * The standard normal distribution function Φ(x). Inside ±2 the series Φ(x) = ½ + φ(x)(x + x³/3 + x⁵/15 + …)
 * (Marsaglia 2004), outside Laplace's continued fraction for the tail (DLMF 7.9.1), so that small
 * probabilities keep their relative precision.
 */
export function normalCdf(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 1;
  if (x === Number.NEGATIVE_INFINITY) return 0;
  const density = Math.exp(-0.5 * x * x) / ROOT_TWO_PI;
  if (Math.abs(x) < TAIL_FROM) return 0.5 + density * normalSeries(x);
  const size = Math.abs(x);
  const tail = density / (size * continuedFraction((j) => j / (x * x)));
  return x < 0 ? tail : 1 - tail;
}

function normalSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > Math.abs(sum) * 2 ** -54; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return sum;
}

/** M. J. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477: relative error about 10⁻¹⁶. */
const CENTRAL = {
  over: [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  under: [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
} as const;
const MIDDLE = {
  over: [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  under: [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
} as const;
const FAR = {
  over: [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
  ],
  under: [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
} as const;

interface Rational {
  readonly over: readonly number[];
  readonly under: readonly number[];
}

function rational({ over, under }: Rational, r: number): number {
  const horner = (terms: readonly number[]) => terms.reduceRight((sum, term) => sum * r + term, 0);
  return horner(over) / horner(under);
}

/** Φ⁻¹(p), −∞ at 0 and +∞ at 1. Throws RangeError outside [0,1]. */
export function normalQuantile(p: number): number {
  checkProbability(p);
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * rational(CENTRAL, 0.180625 - q * q);
  const tail = q < 0 ? p : 1 - p;
  if (tail === 0) return q < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const r = Math.sqrt(-Math.log(tail));
  const size = r <= 5 ? rational(MIDDLE, r - 1.6) : rational(FAR, r - 5);
  return q < 0 ? -size : size;
}

/** P(|T| ≥ |t|) for Student's t with `df` > 0 degrees of freedom: I_{df/(df+t²)}(df/2, ½) (DLMF 8.17). */
export function tTwoSided(t: number, df: number): number {
  if (Math.abs(t) === Number.POSITIVE_INFINITY) return 0;
  const whole = df + t * t;
  return betaTails(df / whole, (t * t) / whole, df / 2, 0.5).lower;
}

/** The p-quantile of Student's t with `df` > 0 degrees of freedom. */
export function tQuantile(p: number, df: number): number {
  checkProbability(p);
  if (p === 0.5) return 0;
  if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const logit = betaQuantileLogit(2 * Math.min(p, 1 - p), df / 2, 0.5);
  const size = Math.sqrt(df) * Math.exp(-logit / 2);
  return p < 0.5 ? -size : size;
}

/** ln P(X = k) for X ~ Bin(n, p); −∞ where impossible. k and n are integers (Loader 2000). */
function binomialLogPmf(k: number, n: number, p: number): number {
  checkProbability(p);
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  if (k === 0) return n === 0 ? 0 : n * Math.log1p(-p);
  if (k === n) return n * Math.log(p);
  return logBetaPower(p, 1 - p, k, n - k) - Math.log((k / n) * (n - k));
}

/** P(X = k) for X ~ Bin(n, p). */
export function binomialPmf(k: number, n: number, p: number): number {
  return Math.exp(binomialLogPmf(k, n, p));
}

/** P(X ≤ k) for X ~ Bin(n, p) = I_{1−p}(n−k, k+1) (DLMF 8.17.5). */
export function binomialCdf(k: number, n: number, p: number): number {
  checkProbability(p);
  if (k < 0) return 0;
  if (k >= n) return 1;
  return betaTails(1 - p, p, n - k, k + 1).lower;
}

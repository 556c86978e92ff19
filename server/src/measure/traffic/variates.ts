import type { Random } from '../statistics/statistics.ts';

/** A draw from the exponential distribution with this mean, by inversion. */
export function drawExponential(random: Random, mean: number): number {
  return -mean * Math.log1p(-random.fraction());
}

/** A draw from the standard normal distribution (Marsaglia's polar method, one of its pair). */
export function drawStandardNormal(random: Random): number {
  for (;;) {
    const x = 2 * random.fraction() - 1;
    const y = 2 * random.fraction() - 1;
    const s = x * x + y * y;
    if (s > 0 && s < 1) return x * Math.sqrt((-2 * Math.log(s)) / s);
  }
}

/**
 * A draw from the gamma distribution with mean `shape · scale`. Marsaglia and Tsang 2000, "A simple method for
 * generating gamma variables"; for a shape below 1 their boost `gamma(shape + 1) · u^(1/shape)`.
 */
export function drawGamma(random: Random, shape: number, scale: number): number {
  if (shape < 1) {
    const u = 1 - random.fraction();
    return drawGamma(random, shape + 1, scale) * u ** (1 / shape);
  }
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawStandardNormal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.fraction()) < 0.5 * x * x + d * (1 - v + Math.log(v)))
      return scale * d * v;
  }
}

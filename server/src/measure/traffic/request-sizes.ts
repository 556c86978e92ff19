import type { Distribution } from '../../models/catalog/catalog.ts';
import type { Random } from '../statistics/statistics.ts';
import { drawStandardNormal } from './variates.ts';

/** Tokens of each request of a trace, in order; null if the trace does not contain them. */
export interface RecordedSizes {
  inputTokens: (number | null)[];
  outputTokens: (number | null)[];
}

/**
 * A whole number of tokens, at least 1, drawn from a distribution of the catalogue. If only moments are known, a
 * log-normal with these moments is drawn, because lengths are skewed; if only a mean is known, the mean is used.
 */
export function drawTokens(distribution: Distribution, random: Random): number {
  return Math.max(1, Math.round(draw(distribution, random)));
}

function draw(from: Distribution, random: Random): number {
  switch (from.dist) {
    case 'constant':
      return from.value;
    case 'uniform':
      return from.min + (from.max - from.min) * random.fraction();
    case 'normal':
      return clamp(from.mean + from.sd * drawStandardNormal(random), from.min, from.max);
    case 'lognormal':
      return clamp(logNormal(from.mean, from.sd, random), from.min, from.max);
    case 'moments':
      return clamp(from.sd === undefined ? from.mean : logNormal(from.mean, from.sd, random), 1, from.max);
    case 'quantiles':
      return clamp(fromQuantiles(from, random.fraction() * 100), from.min ?? 1, from.max);
  }
}

/** By its own mean and standard deviation, not those of its logarithm. */
function logNormal(mean: number, sd: number, random: Random): number {
  const variance = Math.log1p((sd / mean) ** 2);
  return mean * Math.exp(Math.sqrt(variance) * drawStandardNormal(random) - variance / 2);
}

/**
 * The value at a percentile: log(value + 1) is interpolated linearly between the neighbours; beyond them the outermost
 * values are used.
 */
function fromQuantiles(
  { percentiles, values }: Extract<Distribution, { dist: 'quantiles' }>,
  percentile: number,
): number {
  const after = percentiles.findIndex((each) => each >= percentile);
  if (after === 0) return values[0] ?? 1;
  if (after === -1) return values.at(-1) ?? 1;
  const [left, right] = [percentiles[after - 1] as number, percentiles[after] as number];
  const [low, high] = [Math.log1p(values[after - 1] as number), Math.log1p(values[after] as number)];
  return Math.expm1(low + ((high - low) * (percentile - left)) / (right - left));
}

function clamp(value: number, low: number, high = Number.POSITIVE_INFINITY): number {
  return Math.min(Math.max(value, low), high);
}

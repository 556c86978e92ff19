import type { Distribution } from './profiles.ts';

/** The mean of a distribution; null where neither it nor its shape says one. */
export function meanOf(distribution: Distribution | undefined): number | null {
  if (distribution === undefined) return null;
  switch (distribution.dist) {
    case 'quantiles':
      return distribution.mean ?? null;
    case 'constant':
      return distribution.value;
    case 'uniform':
      return (distribution.min + distribution.max) / 2;
    default:
      return distribution.mean;
  }
}

import type { Distribution, TrafficProfile } from './profiles.ts';

/** The mean of a distribution; null if neither it nor its shape gives one. */
export function meanOfDistribution(distribution: Distribution | undefined): number | null {
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

/** The ratio of peak to mean of a profile, with its derivation; null if the profile alone does not give it. */
export function peakToMean({ word, parameters }: TrafficProfile): { value: number; why: string } | null {
  const value = (name: string) => parameters[name]?.default ?? Number.NaN;
  switch (word) {
    case 'steady':
    case 'bursty':
      return {
        value: 1,
        why: `the rate of ${word} traffic stays the same: a month is priced as 730 hours at the peak`,
      };
    case 'diurnal':
      return { value: value('peak_to_mean'), why: 'peak_to_mean of the diurnal profile' };
    case 'spiky': {
      const inSpikes = (value('spikes_per_hour') * value('spike_duration_s')) / 3600;
      const peak = value('spike_multiplier');
      return {
        value: peak / (1 - inSpikes + inSpikes * peak),
        why: 'peak and length of the spikes of the profile',
      };
    }
    default:
      return null;
  }
}

/** One run's values in the order in which they came. */
type Series = ArrayLike<number>;

/**
 * The correlation of each value with the next (lag 1) within runs, about the mean of all of them; null below 3 values
 * or without spread.
 */
export function lagOneCorrelation(runs: readonly Series[]): number | null {
  const n = runs.reduce((sum, { length }) => sum + length, 0);
  if (n < 3) return null;
  let total = 0;
  for (const run of runs) for (let i = 0; i < run.length; i++) total += run[i] as number;
  const centre = total / n;
  let [spread, shared] = [0, 0];
  for (const run of runs) {
    for (let i = 0; i < run.length; i++) {
      const off = (run[i] as number) - centre;
      spread += off * off;
      if (i > 0) shared += off * ((run[i - 1] as number) - centre);
    }
  }
  return spread === 0 ? null : shared / spread;
}

/** How many independent samples n correlated ones are worth: n(1 − ρ)/(1 + ρ) for a lag-1 correlation ρ above 0, else n. */
export function effectiveSamples(n: number, rho: number): number {
  return rho > 0 ? Math.round((n * (1 - rho)) / (1 + rho)) : n;
}

/** The one-sided 5 % point of a correlation of independent values, times √n. */
const BEYOND_CHANCE = 1.645;

/** The same from the values themselves; a correlation that chance explains (one-sided 5 %) takes nothing away. */
export function effectiveSampleCount(runs: readonly Series[]): number {
  const n = runs.reduce((sum, { length }) => sum + length, 0);
  const rho = lagOneCorrelation(runs);
  return rho === null || rho * Math.sqrt(n) <= BEYOND_CHANCE ? n : Math.max(1, effectiveSamples(n, rho));
}

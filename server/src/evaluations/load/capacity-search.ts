/** What a run at one rate said of all limits together. */
export type RateVerdict = 'pass' | 'fail' | 'inconclusive';

export interface CapacityStep {
  rateRps: number;
  verdict: RateVerdict;
  /** What the step was for. */
  phase: 'doubling' | 'bisection' | 'confirmation';
}

export interface CapacityResult {
  /** The highest rate at which every limit held; null when none did. */
  highestPassedRps: number | null;
  /** The lowest rate above it at which they did not; null when the search ended at its highest allowed rate. */
  lowestNotPassedRps: number | null;
  /** Whether a fresh run at 0.95 of the highest rate that passed holds the limits too; null when none passed. */
  confirmed: boolean | null;
  confirmedRps: number | null;
  steps: CapacityStep[];
}

export interface CapacityLimits {
  startRps: number;
  /** Never above this rate: a quota, or what the operator allows. */
  maxRps: number;
  /** The bracket ends when its upper end is within this share of its lower one, e.g. 0.08. */
  tolerance: number;
}

/** A rate this far below the first one is not looked for: a server that holds no limit there holds none. */
const LOWEST_SHARE = 1 / 64;
const CONFIRM_AT = 0.95;

/**
 * The highest rate at which every limit holds: doubling from the start until one does not (halving where the start is
 * too much), then halving the gap in the logarithm. A rate that proves nothing either way (`inconclusive`) did not
 * pass. Looking at many rates and keeping the best is optimistic, hence the fresh run at 0.95 of it. `run` measures one
 * rate with requests of its own.
 */
export async function searchCapacity(
  { startRps, maxRps, tolerance }: CapacityLimits,
  run: (rateRps: number) => Promise<RateVerdict>,
): Promise<CapacityResult> {
  const steps: CapacityStep[] = [];
  async function passes(rateRps: number, phase: CapacityStep['phase']): Promise<boolean> {
    const verdict = await run(rateRps);
    steps.push({ rateRps, verdict, phase });
    return verdict === 'pass';
  }

  let passed: number | null = null;
  let notPassed: number | null = null;
  for (let rate = Math.min(startRps, maxRps); notPassed === null && passed !== maxRps; ) {
    if (await passes(rate, 'doubling')) passed = rate;
    else notPassed = rate;
    rate = Math.min(rate * 2, maxRps);
  }
  // The start itself was too much: down by halves until one passes.
  while (passed === null && notPassed !== null && notPassed / 2 >= startRps * LOWEST_SHARE) {
    const rate: number = notPassed / 2;
    if (await passes(rate, 'doubling')) passed = rate;
    else notPassed = rate;
  }
  while (passed !== null && notPassed !== null && notPassed / passed > 1 + tolerance) {
    const rate: number = Math.sqrt(passed * notPassed);
    if (await passes(rate, 'bisection')) passed = rate;
    else notPassed = rate;
  }
  const confirmedRps = passed === null ? null : passed * CONFIRM_AT;
  const confirmed = confirmedRps === null ? null : await passes(confirmedRps, 'confirmation');
  return { highestPassedRps: passed, lowestNotPassedRps: notPassed, confirmed, confirmedRps, steps };
}

/**
 * The result for a limit, or for all limits together: it holds, it does not, or there are too few requests to decide.
 */
export type RateOutcome = 'pass' | 'fail' | 'inconclusive';

export interface CapacityStep {
  rateRps: number;
  /** The name under which its rows are stored in the ledger. */
  verdict: RateOutcome;
  /** The purpose of the step. */
  phase: 'doubling' | 'bisection' | 'confirmation';
}

export interface CapacityResult {
  /** The highest rate that met every limit; null if none did. */
  highestPassedRps: number | null;
  /** The lowest rate above it that failed; null if the search ended at its maximum rate. */
  lowestNotPassedRps: number | null;
  /** Whether a separate run at `confirmedRps` met the limits too; null if no rate passed before. */
  confirmed: boolean | null;
  /** The rate of the last fresh run: 0.95 of the highest rate that passed, or lower if that failed. */
  confirmedRps: number | null;
  steps: CapacityStep[];
  /** Whether the time ended before the bracket was as narrow as requested; absent in searches of older versions. */
  outOfTime?: boolean;
}

export interface CapacityLimits {
  startRps: number;
  /** The maximum rate: a quota, or the operator's limit. */
  maxRps: number;
  /** The search ends when the upper end of the bracket is within this share of its lower end, e.g. 0.08. */
  tolerance: number;
  /** The time after which no further rate of the bracket is tried; absent for no limit. */
  longestMs?: number;
}

export interface SearchClock {
  elapsedMs(): number;
  /** Whether the search was cancelled: no further rate is tried, and there is no confirmation. */
  isOver(): boolean;
}

/**
 * The search does not go further below the first rate than this factor: a server that misses a limit there cannot meet
 * it.
 */
const LOWEST_SHARE = 1 / 64;
const CONFIRM_AT = 0.95;
/** The factor by which a rate that failed its confirmation is lowered, and how often: down to 0.69 of the best. */
const STEP_DOWN = 0.9;
const MAX_CONFIRMATIONS = 4;

const NO_CLOCK: SearchClock = { elapsedMs: () => 0, isOver: () => false };

/**
 * The highest rate at which every limit holds: doubles from the start until one fails (halves if the start fails), then
 * bisects on a logarithmic scale. An `inconclusive` rate did not pass. Trying many rates and keeping the best is
 * optimistic, hence a fresh run at 0.95 of it; if that fails, others follow at lower rates until one passes. `run`
 * measures one rate with new requests.
 */
export async function searchCapacity(
  limits: CapacityLimits,
  run: (rateRps: number) => Promise<RateOutcome>,
  clock: SearchClock = NO_CLOCK,
): Promise<CapacityResult> {
  const steps: CapacityStep[] = [];
  let passed: number | null = null;
  let notPassed: number | null = null;
  let outOfTime = false;
  const isLate = () => clock.elapsedMs() >= (limits.longestMs ?? Infinity);

  for (
    let next = nextRate(limits, passed, notPassed);
    next !== null && !clock.isOver();
    next = nextRate(limits, passed, notPassed)
  ) {
    if (steps.length > 0 && isLate()) {
      outOfTime = true;
      break;
    }
    const outcome = await run(next.rateRps);
    steps.push({ ...next, verdict: outcome });
    if (outcome === 'pass') passed = next.rateRps;
    else notPassed = next.rateRps;
  }
  let confirmedRps: number | null = null;
  let confirmed: boolean | null = null;
  for (let runs = 0; passed !== null && runs < MAX_CONFIRMATIONS && !clock.isOver(); runs++) {
    // The first confirmation is always run, however late: without it the bracket is optimistic.
    if (confirmed === true || (runs > 0 && isLate())) break;
    confirmedRps = passed * CONFIRM_AT * STEP_DOWN ** runs;
    const outcome = await run(confirmedRps);
    steps.push({ rateRps: confirmedRps, phase: 'confirmation', verdict: outcome });
    confirmed = outcome === 'pass';
  }
  const bracket = { highestPassedRps: passed, lowestNotPassedRps: notPassed };
  return { ...bracket, confirmed, confirmedRps, steps, ...(outOfTime && { outOfTime }) };
}

/** The next rate to try within the bracket so far; null if the bracket is narrow enough, or there is none. */
function nextRate(
  { startRps, maxRps, tolerance }: CapacityLimits,
  passed: number | null,
  notPassed: number | null,
): Pick<CapacityStep, 'rateRps' | 'phase'> | null {
  if (passed === null && notPassed === null) {
    return { rateRps: Math.min(startRps, maxRps), phase: 'doubling' };
  }
  if (passed === null || notPassed === null) {
    const rateRps = passed === null ? (notPassed ?? 0) / 2 : Math.min(passed * 2, maxRps);
    // The start itself failed: halves the rate until one passes.
    const isLeft = passed === null ? rateRps >= startRps * LOWEST_SHARE : passed < maxRps;
    return isLeft ? { rateRps, phase: 'doubling' } : null;
  }
  return notPassed / passed > 1 + tolerance
    ? { rateRps: Math.sqrt(passed * notPassed), phase: 'bisection' }
    : null;
}

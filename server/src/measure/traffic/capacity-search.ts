/** What requests show of a limit, or of all limits together: it holds, it does not, or they are too few to tell. */
export type RateOutcome = 'pass' | 'fail' | 'inconclusive';

export interface CapacityStep {
  rateRps: number;
  /** Rows of the ledger keep it under this name. */
  verdict: RateOutcome;
  /** What the step was for. */
  phase: 'doubling' | 'bisection' | 'confirmation';
}

export interface CapacityResult {
  /** The highest rate that met every limit; null if none did. */
  highestPassedRps: number | null;
  /** The lowest rate above it at which they did not; null when the search ended at its highest allowed rate. */
  lowestNotPassedRps: number | null;
  /** Whether a separate run at `confirmedRps` met the limits too; null if no rate passed before. */
  confirmed: boolean | null;
  /** The rate of the last fresh run: 0.95 of the highest rate that passed, or lower where that did not hold again. */
  confirmedRps: number | null;
  steps: CapacityStep[];
  /** The time was over before the bracket was as narrow as asked; absent in searches of older versions. */
  outOfTime?: boolean;
}

export interface CapacityLimits {
  startRps: number;
  /** Never above this rate: a quota, or what the operator allows. */
  maxRps: number;
  /** The bracket ends when its upper end is within this share of its lower one, e.g. 0.08. */
  tolerance: number;
  /** Time after which no further rate of the bracket is tried; absent = no limit. */
  longestMs?: number;
}

export interface SearchClock {
  elapsedMs(): number;
  /** Whether the search was ended from outside: no further rate is tried, the confirmation neither. */
  isOver(): boolean;
}

/** A rate this far below the first one is not looked for: a server that holds no limit there holds none. */
const LOWEST_SHARE = 1 / 64;
const CONFIRM_AT = 0.95;
/** Factor by which a rate that did not hold again is lowered, and how often: down to 0.69 of the best. */
const STEP_DOWN = 0.9;
const MAX_CONFIRMATIONS = 4;

const NO_CLOCK: SearchClock = { elapsedMs: () => 0, isOver: () => false };

/**
 * The highest rate at which every limit holds: doubling from the start until one does not (halving where the start is
 * too much), then halving the gap in the logarithm. A rate that proves nothing either way (`inconclusive`) did not
 * pass. Looking at many rates and keeping the best is optimistic, hence the fresh run at 0.95 of it; where that does not
 * hold, another at a lower rate, until one holds. `run` measures one rate with requests of its own.
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
    // The first is made however late it is: without it the bracket is optimistic.
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
    // The start itself was too much: down by halves until one passes.
    const isLeft = passed === null ? rateRps >= startRps * LOWEST_SHARE : passed < maxRps;
    return isLeft ? { rateRps, phase: 'doubling' } : null;
  }
  return notPassed / passed > 1 + tolerance
    ? { rateRps: Math.sqrt(passed * notPassed), phase: 'bisection' }
    : null;
}

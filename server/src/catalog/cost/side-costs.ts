import { add, divide, multiply, type Rational, rational, subtract } from '../../kernel/rational.ts';
import { exact, ONE, product, ZERO } from './exact.ts';
import { MONTH_HOURS } from './monthly-cost.ts';

/** By what the bill grows when failed attempts are billed for their input and tried once more. */
export function retryMultiplier(errorRate: number, inputUsd: Rational, requestUsd: Rational): Rational {
  return add(ONE, divide(product(exact(errorRate), inputUsd), requestUsd));
}

/** What a load test costs: rate × (duration + warm-up) × the cost of one request. */
export function loadTestSpend(
  rps: number,
  seconds: number,
  warmUpSeconds: number,
  requestUsd: Rational,
): Rational {
  return product(exact(rps), exact(seconds + warmUpSeconds), requestUsd);
}

/** The highest rate, in requests a second, that a limit of tokens a minute lets through. */
export function quotaRps(tokensPerMinute: number, tokensPerRequest: number): Rational {
  return divide(exact(tokensPerMinute), product(exact(60), exact(tokensPerRequest)));
}

export interface Energy {
  readonly joules_per_token: Rational;
  readonly kwh_per_million_tokens: Rational;
  readonly monthly_kwh: Rational;
}

/** The energy of GPUs that run all month; `kwPerGpu` holds the share of host, network and cooling. */
export function energyOf(kwPerGpu: number, gpus: number, tokensPerSecond: number): Energy {
  const kw = product(exact(kwPerGpu), exact(gpus));
  const joules = divide(multiply(kw, rational(1000n)), exact(tokensPerSecond));
  return {
    joules_per_token: joules,
    kwh_per_million_tokens: divide(multiply(joules, rational(1_000_000n)), rational(3_600_000n)),
    monthly_kwh: multiply(kw, rational(BigInt(MONTH_HOURS))),
  };
}

/** What streaming out costs: gigabytes of 10⁹ bytes above what is free. Bytes per token are to be measured. */
export function egressCost(
  {
    bytesPerToken,
    outputTokens,
    requests,
  }: { bytesPerToken: number; outputTokens: number; requests: number },
  { freeGb, usdPerGb }: { freeGb: number; usdPerGb: number },
): { gb: Rational; monthly_usd: Rational } {
  const bytes = product(exact(bytesPerToken), exact(outputTokens), exact(requests));
  const gb = divide(bytes, rational(1_000_000_000n));
  const charged = subtract(gb, exact(freeGb));
  return { gb, monthly_usd: product(charged.n > 0n ? charged : ZERO, exact(usdPerGb)) };
}

/** The availability of parts that must all be up. */
export function inSeries(parts: readonly number[]): Rational {
  return product(...parts.map(exact));
}

/** The availability when one of two such is enough and they fail independently. */
export function eitherOf(a: number, b: number): Rational {
  return subtract(ONE, product(subtract(ONE, exact(a)), subtract(ONE, exact(b))));
}

/** Minutes of a month that an availability leaves without service. */
export function monthlyDowntimeMinutes(availability: number): Rational {
  return product(subtract(ONE, exact(availability)), rational(BigInt(MONTH_HOURS * 60)));
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import vectors from '../../../test/fixtures/slo-cost.json' with { type: 'json' };
import { divide, type Rational, subtract } from '../../kernel/rational.ts';
import { BUILT_IN_FACTS } from '../facts/built-in.ts';
import { findPrice } from '../facts/find.ts';
import type { ModelPriceFact } from '../facts/schemas.ts';
import { breakEvenRequests, breakEvenRps, breakEvenSteps, heldMeanRps, hostedFloor } from './break-even.ts';
import { exact, ONE, product, toFixed, toNumber } from './exact.ts';
import {
  autoscaledMonthly,
  autoscaledReplicas,
  type Hosting,
  hostedCost,
  meanUtilisation,
  monthlyRequests,
  perMillionTokens,
  perThousand,
} from './monthly-cost.ts';
import { conversationTurns, type RequestTokens, requestCost, sumOfCosts } from './request-cost.ts';
import {
  egressCost,
  eitherOf,
  energyOf,
  inSeries,
  loadTestSpend,
  monthlyDowntimeMinutes,
  quotaRps,
  retryMultiplier,
} from './side-costs.ts';

// Every number of the section "cost" of the reference file, and the worked examples of its text.
const { cost } = vectors;

const PRICE: ModelPriceFact = {
  input_usd_per_million: 3,
  cached_input_usd_per_million: 0.3,
  cache_write_usd_per_million: 3.75,
  output_usd_per_million: 15,
  source: 'the reference',
  as_of: '2026-11-20',
};

function usd(tokens: RequestTokens, price = PRICE, factor = 1): Rational {
  const found = requestCost(price, tokens, [{ name: 'factor', factor }]);
  assert.ok(found.known);
  return found.value.usd;
}

/** Equal to every digit of the printed decimal. */
function same(value: Rational, printed: string | number): void {
  const text = String(printed);
  assert.equal(toFixed(value, text.split('.')[1]?.length ?? 0), text);
}

/** Not rounded at all. */
function exactly(value: Rational, printed: string): void {
  assert.deepEqual(value, exact(Number(printed)));
}

const BASIC = { input: 2000, cached_input: 1200, output: 300 };
const PLAIN = { input: 2000, output: 300 };
const WRITING = { input: 2000, cache_write: 1200, output: 300 };

describe('an API by tokens', () => {
  test('per request, per 1,000 and per month', () => {
    const { api_basic } = cost;
    exactly(usd(BASIC), api_basic.per_request);
    exactly(product(exact(1000), usd(BASIC)), api_basic.per_1k);
    exactly(product(monthlyRequests(exact(5)), usd(BASIC)), api_basic.monthly_at_5_rps_mean);
    assert.equal(toNumber(monthlyRequests(exact(5))), api_basic.monthly_requests_at_5_rps);
  });

  test('without a cache', () => {
    exactly(usd(PLAIN), cost.api_no_cache.per_request);
    exactly(product(exact(1000), usd(PLAIN)), cost.api_no_cache.per_1k);
    const saved = subtract(ONE, divide(usd(BASIC), usd(PLAIN)));
    same(product(exact(100), saved), cost.api_no_cache.saving_from_cache_pct);
  });

  test('written to the cache once, read nine times', () => {
    const vector = cost.api_cache_write_then_reads;
    exactly(usd(WRITING), vector.first_request_writes_1200);
    exactly(usd(BASIC), vector.next_reads);
    const costs = [WRITING, ...Array(9).fill(BASIC)].map((tokens) => requestCost(PRICE, tokens));
    const ten = sumOfCosts(costs);
    assert.ok(ten.known);
    exactly(ten.value, vector.ten_requests_one_write_nine_reads);
    exactly(product(exact(10), usd(PLAIN)), vector.ten_requests_no_cache);
  });

  const catalogued = (provider: string, model: string, day: string) => {
    const price = findPrice(BUILT_IN_FACTS, provider, model, day);
    assert.ok(price.known);
    return price.value;
  };

  test('by the price of the day', () => {
    const on = (day: string) => usd(PLAIN, catalogued('anthropic', 'claude-sonnet-5', day));
    exactly(on('2026-08-31'), cost.effective_dating.on_2026_08_31);
    exactly(on('2026-09-01'), cost.effective_dating.on_2026_09_01);
  });

  test('by the tier of the context, for the whole request', () => {
    const price = catalogued('openai', 'gpt-5.6-luna', '2026-07-30');
    exactly(usd({ input: 272_000, output: 1000 }, price), cost.context_tier.at_272000_in_1000_out);
    exactly(usd({ input: 272_001, output: 1000 }, price), cost.context_tier.at_272001_in_1000_out);
  });

  test('reasoning is charged as output', () => {
    exactly(usd({ ...PLAIN, reasoning: 900 }), cost.reasoning_tokens.per_request);
    exactly(usd(PLAIN), cost.reasoning_tokens.wrong_if_ignored);
  });

  test('a region’s uplift and a batch discount', () => {
    exactly(usd(PLAIN, PRICE, 1.1), cost.residency_uplift.eu_plus_10pct);
    exactly(usd(PLAIN, PRICE, 0.5), cost.batch_discount_50pct);
  });

  test('a conversation repeats what came before', () => {
    const { multi_turn } = cost;
    const plain = conversationTurns(multi_turn, false);
    assert.deepEqual(
      plain.map(({ input }) => input),
      multi_turn.input_per_turn,
    );
    const total = (of: 'input' | 'output') => plain.reduce((sum, turn) => sum + turn[of], 0);
    assert.deepEqual([total('input'), total('output')], [multi_turn.total_input, multi_turn.total_output]);
    const sum = (turns: RequestTokens[]) => {
      const found = sumOfCosts(turns.map((tokens) => requestCost(PRICE, tokens)));
      assert.ok(found.known);
      return found.value;
    };
    same(sum(plain), multi_turn.cost_no_cache);
    const cached = conversationTurns(multi_turn, true);
    same(sum(cached), multi_turn.cost_with_incremental_cache);
    for (const [i, detail] of multi_turn.detail.entries()) {
      const turn = cached[i] as RequestTokens;
      assert.deepEqual(
        [turn.input, turn.cached_input, turn.cache_write],
        [detail.input, detail.cached, detail.written],
      );
      exactly(usd(turn), detail.cost);
    }
  });

  test('failed attempts that are billed for their input', () => {
    const { retries } = cost;
    same(
      retryMultiplier(retries.error_rate, exact(0.006), exact(0.0105)),
      retries.cost_multiplier_if_input_billed,
    );
    same(
      retryMultiplier(retries.error_rate, exact(0), exact(0.0105)),
      retries.cost_multiplier_if_failures_unbilled,
    );
  });

  test('tokens of a kind that has no price are a missing fact, not free', () => {
    const { cached_input_usd_per_million: _, ...uncached } = PRICE;
    const found = requestCost(uncached, BASIC);
    assert.ok(!found.known);
    assert.equal(found.missing.fact, 'the price of cached_input tokens');
    assert.ok(requestCost(uncached, PLAIN).known);
  });

  test('more cached than sent is refused', () => {
    assert.throws(() => requestCost(PRICE, { input: 10, cached_input: 11, output: 0 }), RangeError);
  });
});

type HostedVector = typeof cost.hosted_p5_48xlarge;
const hostingOf = (vector: HostedVector): Hosting => ({
  usd_per_hour: vector.price_per_instance_hour,
  replicas_per_instance: vector.replicas_per_instance,
  replica_rps: vector.replica_rps_under_slo,
  target_utilisation: vector.target_utilisation,
  spare_replicas: vector.spare_replicas,
});

describe('self-hosted', () => {
  for (const name of [
    'hosted_p5_48xlarge',
    'hosted_p5_4xlarge',
    'hosted_low_traffic',
    'hosted_tensor_parallel',
  ] as const) {
    test(name, () => {
      const vector = cost[name];
      const hosted = hostedCost(hostingOf(vector), exact(vector.peak_rps));
      assert.deepEqual([hosted.replicas_for_peak, hosted.replicas, hosted.instances].map(Number), [
        vector.replicas_for_peak,
        vector.replicas_total,
        vector.instances,
      ]);
      same(hosted.monthly_usd, vector.monthly);
      const requests = monthlyRequests(exact(vector.mean_rps));
      assert.equal(toNumber(requests), vector.monthly_requests);
      same(perThousand(hosted.monthly_usd, requests), vector.per_1k);
      same(meanUtilisation(hostingOf(vector), hosted, exact(vector.mean_rps)), vector.mean_utilisation);
    });
  }

  test('per million output tokens', () => {
    const { price_per_hour, tokens_per_s, full, at_30pct_utilisation } = cost.per_million_output_tokens;
    same(perMillionTokens(exact(price_per_hour), exact(tokens_per_s), ONE), full);
    same(perMillionTokens(exact(price_per_hour), exact(tokens_per_s), exact(0.3)), at_30pct_utilisation);
  });

  test('per good request', () => {
    const { monthly, requests, good_fraction, per_1k_all, per_1k_good } = cost.per_good_request;
    same(perThousand(exact(Number(monthly)), exact(requests)), per_1k_all);
    same(perThousand(exact(Number(monthly)), product(exact(requests), exact(good_fraction))), per_1k_good);
  });

  test('following the load of a day', () => {
    const vector = cost.autoscale_diurnal;
    const hosting = {
      usd_per_hour: vector.price_per_replica_hour,
      replicas_per_instance: 1,
      replica_rps: vector.replica_rps,
      target_utilisation: vector.util,
      spare_replicas: vector.spare,
    };
    const byHour = autoscaledReplicas(
      hosting,
      vectors.traffic.diurnal_24h.multipliers.map((share) => product(exact(share), exact(vector.mean_rps))),
    );
    assert.deepEqual(byHour.map(Number), vector.replicas_by_hour);
    assert.equal(Number(byHour.reduce((a, b) => a + b)), vector.replica_hours_per_day);
    same(autoscaledMonthly(hosting, byHour), vector.monthly_autoscaled);
    const fixed = hostedCost(hosting, exact(vector.peak_rps));
    assert.equal(Number(fixed.replicas), vector.replicas_fixed_at_peak);
    same(fixed.monthly_usd, vector.monthly_fixed);
  });
});

describe('break-even', () => {
  const small = hostingOf(cost.hosted_p5_4xlarge);

  test('in requests and in mean rate', () => {
    const { api_cost_per_request, hosted_monthly, requests_per_month, mean_rps } = cost.break_even;
    const [hosted, request] = [exact(Number(hosted_monthly)), exact(Number(api_cost_per_request))];
    same(breakEvenRequests(hosted, request), requests_per_month);
    same(breakEvenRps(hosted, request), mean_rps);
  });

  test('the capacity check: seven of eight replicas hold 58.8 rps, peak over mean up to 27.9', () => {
    const large = hostingOf(cost.hosted_p5_48xlarge);
    same(heldMeanRps(large, 8, 1), '58.8');
    const rps = breakEvenRps(exact(40179.2), exact(0.00726));
    same(divide(heldMeanRps(large, 8, 1), rps), '27.9');
  });

  test('step by step, for hosting costs go up in steps', () => {
    const rates = cost.break_even_steps_peak3x.map(({ mean_rps }) => mean_rps);
    const steps = breakEvenSteps(exact(0.00726), small, 3, rates);
    for (const [i, vector] of cost.break_even_steps_peak3x.entries()) {
      const step = steps[i];
      assert.ok(step);
      assert.deepEqual(
        [step.peak_rps, Number(step.hosted_replicas), step.cheaper],
        [vector.peak_rps, vector.hosted_replicas, vector.cheaper],
      );
      same(step.api_monthly, vector.api_monthly);
      same(step.hosted_monthly, vector.hosted_monthly);
    }
    same(breakEvenRps(exact(10044.8), exact(0.00726)), '0.526');
  });

  test('against a cheap API hosting never wins on this hardware', () => {
    const vector = cost.break_even_cheap_api;
    const cheap = usd(
      { input: 2000, cached_input: 1200, output: 300 },
      {
        ...PRICE,
        input_usd_per_million: vector.price.input,
        cached_input_usd_per_million: vector.price.cached,
        output_usd_per_million: vector.price.output,
      },
    );
    exactly(cheap, vector.per_request);
    const hosted = hostedCost(small, exact(8.4));
    same(hosted.monthly_usd, vector.hosted_monthly_2x_p5_4xlarge);
    same(breakEvenRps(hosted.monthly_usd, cheap), vector.break_even_mean_rps);
    same(heldMeanRps(small, 2, 3), '2.8');
    same(hostedFloor(small, 3), '0.0006825');
  });
});

describe('what else costs', () => {
  test('the load test itself', () => {
    const { load_test_spend: vector } = cost;
    const each = exact(Number(vector.per_request));
    same(loadTestSpend(vector.rps, vector.duration_s, 0, each), vector.spend);
    same(loadTestSpend(vector.rps, vector.duration_s, 60, each), vector.with_warmup_60s);
    same(loadTestSpend(1, vector.p99_needs.seconds_at_1_rps, 0, each), vector.p99_needs.spend);
  });

  test('a quota of tokens bounds the rate', () => {
    const { tpm_limit, tokens_per_request, max_rps } = cost.rate_limit_bound;
    same(quotaRps(tpm_limit, tokens_per_request), max_rps);
  });

  test('energy', () => {
    const { all_in_kw_per_gpu, gpus, tokens_per_s, ...expected } = cost.energy;
    const energy = energyOf(all_in_kw_per_gpu, gpus, tokens_per_s);
    same(energy.joules_per_token, expected.joules_per_token);
    same(energy.kwh_per_million_tokens, expected.kwh_per_1m_tokens);
    same(energy.monthly_kwh, expected.monthly_kwh);
  });

  test('egress', () => {
    const v = cost.egress;
    const { gb, monthly_usd } = egressCost(
      { bytesPerToken: v.bytes_per_output_token_sse, outputTokens: v.output_tokens, requests: v.requests },
      { freeGb: v.free_gb, usdPerGb: v.price_per_gb },
    );
    same(gb, v.gb);
    // Exactly 79.695: the reference prints the lower of the two equally near cents.
    exactly(monthly_usd, '79.695');
    assert.ok(Math.abs(toNumber(monthly_usd) - v.monthly) <= 0.005 + 1e-9);
  });

  test('availability of parts', () => {
    const {
      parts,
      product: all,
      two_providers_failover,
      monthly_downtime_min_at_0_999,
    } = cost.availability_series;
    // The reference prints eight places; the exact product goes on.
    same(inSeries(parts), all.toFixed(8));
    same(eitherOf(0.999, 0.999), two_providers_failover);
    same(monthlyDowntimeMinutes(0.999), monthly_downtime_min_at_0_999);
  });
});

test('toFixed rounds halves away from zero, and shows no negative nothing', () => {
  assert.deepEqual(
    [exact(0.125), exact(-0.125), exact(2), exact(-0.001)].map((value) => toFixed(value, 2)),
    ['0.13', '-0.13', '2.00', '0.00'],
  );
});

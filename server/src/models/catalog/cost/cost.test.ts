import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import vectors from '../../../../test/fixtures/slo-cost.json' with { type: 'json' };
import {
  add,
  divide,
  product,
  type Rational,
  rational,
  rationalFromNumber,
  rationalToFixed,
  rationalToNumber,
  subtract,
} from '../../../kernel/rational.ts';
import { BUILT_IN_FACTS } from '../facts/built-in.ts';
import { findPrice } from '../facts/find.ts';
import type { ModelPriceFact } from '../facts/schemas.ts';
import { breakEvenRps, minHostedRequestCost } from './break-even.ts';
import { type Hosting, hostedCost, monthlyRequests, usdPerThousandRequests } from './monthly-cost.ts';
import { conversationTurns, type RequestTokens, requestCost } from './request-cost.ts';

// The numbers of the section "cost" of the reference file that the service works out.
const { cost } = vectors;

const PRICE: ModelPriceFact = {
  input_usd_per_million: 3,
  cached_input_usd_per_million: 0.3,
  cache_write_usd_per_million: 3.75,
  output_usd_per_million: 15,
  source: 'the reference',
  as_of: '2026-11-20',
};

function usd(tokens: RequestTokens, price = PRICE): Rational {
  const found = requestCost(price, tokens);
  assert.ok(found.known);
  return found.value.usd;
}

const sum = (requests: RequestTokens[]) => requests.map((tokens) => usd(tokens)).reduce(add);

/** Equal to every digit of the printed decimal. */
function same(value: Rational, printed: string | number): void {
  const text = String(printed);
  assert.equal(rationalToFixed(value, text.split('.')[1]?.length ?? 0), text);
}

/** Not rounded at all. */
function exactly(value: Rational, printed: string): void {
  assert.deepEqual(value, rationalFromNumber(Number(printed)));
}

const BASIC = { input: 2000, cached_input: 1200, output: 300 };
const PLAIN = { input: 2000, output: 300 };
const WRITING = { input: 2000, cache_write: 1200, output: 300 };

describe('an API by tokens', () => {
  test('per request, per 1,000 and per month', () => {
    const { api_basic } = cost;
    exactly(usd(BASIC), api_basic.per_request);
    exactly(product(rationalFromNumber(1000), usd(BASIC)), api_basic.per_1k);
    exactly(product(monthlyRequests(rationalFromNumber(5)), usd(BASIC)), api_basic.monthly_at_5_rps_mean);
    assert.equal(
      rationalToNumber(monthlyRequests(rationalFromNumber(5))),
      api_basic.monthly_requests_at_5_rps,
    );
  });

  test('without a cache', () => {
    exactly(usd(PLAIN), cost.api_no_cache.per_request);
    exactly(product(rationalFromNumber(1000), usd(PLAIN)), cost.api_no_cache.per_1k);
    const saved = subtract(rational(1n), divide(usd(BASIC), usd(PLAIN)));
    same(product(rationalFromNumber(100), saved), cost.api_no_cache.saving_from_cache_pct);
  });

  test('written to the cache once, read nine times', () => {
    const vector = cost.api_cache_write_then_reads;
    exactly(usd(WRITING), vector.first_request_writes_1200);
    exactly(usd(BASIC), vector.next_reads);
    exactly(sum([WRITING, ...Array(9).fill(BASIC)]), vector.ten_requests_one_write_nine_reads);
    exactly(product(rationalFromNumber(10), usd(PLAIN)), vector.ten_requests_no_cache);
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

  test('each turn of a conversation repeats the earlier ones', () => {
    const { multi_turn } = cost;
    const plain = conversationTurns(multi_turn, false);
    assert.deepEqual(
      plain.map(({ input }) => input),
      multi_turn.input_per_turn,
    );
    const total = (of: 'input' | 'output') => plain.reduce((sum, turn) => sum + turn[of], 0);
    assert.deepEqual([total('input'), total('output')], [multi_turn.total_input, multi_turn.total_output]);
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

  test('tokens of a kind that has no price are a missing fact, not free', () => {
    const { cached_input_usd_per_million: _, ...uncached } = PRICE;
    const found = requestCost(uncached, BASIC);
    assert.ok(!found.known);
    assert.equal(found.missing.fact, 'the price of cached input tokens');
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
      const hosted = hostedCost(hostingOf(vector), rationalFromNumber(vector.peak_rps));
      assert.deepEqual([hosted.replicas_for_peak, hosted.replicas, hosted.instances].map(Number), [
        vector.replicas_for_peak,
        vector.replicas_total,
        vector.instances,
      ]);
      same(hosted.monthly_usd, vector.monthly);
      const requests = monthlyRequests(rationalFromNumber(vector.mean_rps));
      assert.equal(rationalToNumber(requests), vector.monthly_requests);
      same(usdPerThousandRequests(hosted.monthly_usd, requests), vector.per_1k);
    });
  }

  test('per good request', () => {
    const { monthly, requests, good_fraction, per_1k_all, per_1k_good } = cost.per_good_request;
    same(
      usdPerThousandRequests(rationalFromNumber(Number(monthly)), rationalFromNumber(requests)),
      per_1k_all,
    );
    same(
      usdPerThousandRequests(
        rationalFromNumber(Number(monthly)),
        product(rationalFromNumber(requests), rationalFromNumber(good_fraction)),
      ),
      per_1k_good,
    );
  });
});

describe('break-even', () => {
  const small = hostingOf(cost.hosted_p5_4xlarge);

  test('in mean rate', () => {
    const { api_cost_per_request, hosted_monthly, mean_rps } = cost.break_even;
    const [hosted, request] = [
      rationalFromNumber(Number(hosted_monthly)),
      rationalFromNumber(Number(api_cost_per_request)),
    ];
    same(breakEvenRps(hosted, request), mean_rps);
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
    const hosted = hostedCost(small, rationalFromNumber(8.4));
    same(hosted.monthly_usd, vector.hosted_monthly_2x_p5_4xlarge);
    same(breakEvenRps(hosted.monthly_usd, cheap), vector.break_even_mean_rps);
    same(minHostedRequestCost(small, 3), '0.0006825');
  });
});

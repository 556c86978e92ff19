import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costSections, monthlyCostAt } from './costs.ts';

const line = (item: string, quantity: number, unit_usd: number) => ({ item, quantity, unit_usd });

/** 1,000 input tokens at $2 a million and 100 output tokens at $10: $3 for 1,000 requests. */
const API = {
  basis: 'api',
  monthly_usd: 30_000,
  per_1k_requests_usd: 3,
  lines: [line('input tokens of a request', 1000, 2), line('output tokens of a request', 100, 10)],
};
const HOSTED = {
  basis: 'self_hosted',
  monthly_usd: 1460,
  per_1k_requests_usd: 0.146,
  lines: [line('instances', 2, 1)],
  break_even: { provider: 'somebody', mean_rps: 1 },
};
const UNKNOWN = { basis: 'api', monthly_usd: null, per_1k_requests_usd: null, lines: [] };

function sectionOf(...costs: object[]) {
  const evidence = costs.map((cost, i) => ({ target_label: `m${i}`, scenario_label: 'Busy', cost }));
  const results = {
    target_results: costs.map((_, i) => ({ target_label: `m${i}` })),
    requirements: [{ kind: 'monthly_limit_usd', scenario_label: 'Busy', limit: 18_000 }],
    evidence,
  };
  const [section] = costSections(results as never);
  assert.ok(section);
  return section;
}

test('a bill is shown part by part where the parts add up to it, and whole where they do not', () => {
  const { budget, requests, candidates } = sectionOf(API, HOSTED, { ...API, monthly_usd: 40_000 }, UNKNOWN);
  assert.deepEqual([budget, requests], [18_000, 10_000_000]);
  assert.deepEqual(
    candidates.map(({ letter, parts }) => [letter, ...parts.map(({ item, usd }) => `${item} ${usd}`)]),
    [
      ['A', 'input tokens 20000', 'output tokens 10000'],
      ['B', 'instances 1460'],
      ['C', 'input tokens 26666.666666666668', 'output tokens 13333.333333333334'],
      ['D'],
    ],
  );
  const [extra] = sectionOf({ ...API, lines: [...API.lines, line('a fee', 1, 5e5)] }).candidates;
  assert.deepEqual(extra?.parts, [{ item: 'total', usd: 30_000 }]);
});

test('the bill grows with the requests of an API; that of one’s own machine is known at its own volume alone', () => {
  const [api, hosted, unknown] = sectionOf(API, HOSTED, UNKNOWN).candidates;
  assert.ok(api && hosted && unknown);
  assert.equal(monthlyCostAt(api, 1_000_000, 10_000_000), 3000);
  assert.equal(monthlyCostAt(hosted, 1_000_000, 10_000_000), null);
  assert.equal(monthlyCostAt(hosted, 10_000_000, 10_000_000), 1460);
  assert.equal(monthlyCostAt(unknown, 1, 1), null);
});

test('without a candidate that pays by the request there is no volume to start from', () => {
  assert.equal(sectionOf(HOSTED, UNKNOWN).requests, null);
});

test('whose requests the bills are of is said once for those that say the same, and of no machine of one’s own', () => {
  const of = (says: string) => ({ priced_request: { says } });
  const section = sectionOf(
    { ...API, ...of('synthetic requests') },
    { ...API, ...of('synthetic requests') },
    { ...API, ...of('20 answers to your items') },
    { ...HOSTED, ...of('synthetic requests') },
    API,
  );
  assert.deepEqual(section.pricedFrom, [
    'm0, m1: priced from synthetic requests.',
    'm2: priced from 20 answers to your items.',
  ]);
});

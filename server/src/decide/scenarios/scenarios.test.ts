import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import {
  newWorkspace,
  pointers,
  type ResourceNoun,
  testResourceBehaviour,
} from '../../../test/support/resource-behaviour.ts';
import { type Service, startService } from '../../../test/support/service.ts';

const minimal = { name: 'Support chat', workload_type: 'chat' };
const full = {
  ...minimal,
  traffic_profile: 'diurnal',
  slo_requirements: {
    p50_latency_ms: 400,
    p95_latency_ms: 1200,
    p99_latency_ms: 1200,
    throughput_rps: 40,
    availability: 99.95,
  },
  budget: { monthly_limit_usd: 12_500.5, cost_per_1k_requests_usd: 0 },
  compliance: { regions: ['eu-west-1', 'eu-central-1'], certifications: ['SOC 2', 'SOC 2'] },
  quality: [
    { benchmark: 'mmlu', subset: 'anatomy', min: 0.7 },
    { benchmark: 'custom', metric: 'Politeness', min: 0.9 },
  ],
  session_requirements: { p50_session_ms: 20_000, p95_session_ms: 90_000, completed_share: 0.98 },
  vendor_lock_in_tolerance: 'low',
};
const noun: ResourceNoun = { collection: 'scenarios', minimal, full, count: 'scenario_count' };

const slo = (slo_requirements: unknown) => ({ ...minimal, slo_requirements });
const budget = (value: unknown) => ({ ...minimal, budget: value });
const compliance = (value: unknown) => ({ ...minimal, compliance: value });
const session = (session_requirements: unknown) => ({ ...minimal, session_requirements });
const quality = (...value: unknown[]) => ({ ...minimal, quality: value });

/** A body, and what of it comes back. */
const ACCEPTED: [sentence: string, body: object, expected: Record<string, unknown>][] = [
  [
    'what was never set is {} or null',
    minimal,
    {
      ...minimal,
      traffic_profile: null,
      slo_requirements: {},
      budget: {},
      compliance: {},
      quality: [],
      session_requirements: {},
      vendor_lock_in_tolerance: null,
    },
  ],
  [
    'a minimum names its score, and a dataset by its source',
    quality(
      { benchmark: 'gsm8k', metric: 'accuracy', min: 1e-3 },
      { benchmark: 'tasks', subset: 'Shop', min: 0.8 },
      { benchmark: 'tasks', subset: 'Shop', metric: 'pass^3', min: 0.6 },
      { benchmark: 'dataset', subset: 'Our questions', min: 1 },
      { benchmark: 'custom', min: 0.5 },
      { benchmark: 'custom', metric: 'Brevity', min: 0.5 },
    ),
    {},
  ],
  [
    'null says not set for traffic_profile and vendor_lock_in_tolerance',
    { ...minimal, traffic_profile: null, vendor_lock_in_tolerance: null },
    { traffic_profile: null, vendor_lock_in_tolerance: null },
  ],
  [
    'nested objects hold only what was set',
    slo({ p99_latency_ms: 9 }),
    { slo_requirements: { p99_latency_ms: 9 } },
  ],
  ['an empty list is kept as one that was set', compliance({ regions: [] }), { compliance: { regions: [] } }],
  [
    'equal percentiles are possible',
    slo({ p50_latency_ms: 5, p95_latency_ms: 5, p99_latency_ms: 5 }),
    { slo_requirements: { p50_latency_ms: 5, p95_latency_ms: 5, p99_latency_ms: 5 } },
  ],
  [
    'availability as a fraction is echoed',
    slo({ availability: 0.999 }),
    { slo_requirements: { availability: 0.999 } },
  ],
  ['availability 1 is echoed', slo({ availability: 1 }), { slo_requirements: { availability: 1 } }],
  ['availability 100 is echoed', slo({ availability: 100 }), { slo_requirements: { availability: 100 } }],
  ['a budget of nothing', budget({ monthly_limit_usd: 0 }), { budget: { monthly_limit_usd: 0 } }],
  [
    'a rate below one a second is stated a minute',
    slo({ throughput_rpm: 12 }),
    { slo_requirements: { throughput_rpm: 12 } },
  ],
  [
    'the largest whole number comes back exactly',
    slo({ throughput_rps: Number.MAX_SAFE_INTEGER }),
    { slo_requirements: { throughput_rps: Number.MAX_SAFE_INTEGER } },
  ],
  ['text of any script', { ...minimal, name: 'Ünïcode 中文 🚀' }, { name: 'Ünïcode 中文 🚀' }],
  ['a hundred regions', compliance({ regions: Array(100).fill('x') }), {}],
];

const REFUSED: [sentence: string, body: object, status: number, at: string[]][] = [
  ['no name and no workload_type', {}, 400, ['/name', '/workload_type']],
  ['workload_type null', { ...minimal, workload_type: null }, 400, ['/workload_type']],
  ['an empty workload_type', { ...minimal, workload_type: '' }, 400, ['/workload_type']],
  ['a number as traffic_profile', { ...minimal, traffic_profile: 1 }, 400, ['/traffic_profile']],
  ['slo_requirements null', slo(null), 400, ['/slo_requirements']],
  ['budget null', budget(null), 400, ['/budget']],
  ['compliance null', compliance(null), 400, ['/compliance']],
  ['a nested null', slo({ availability: null }), 400, ['/slo_requirements/availability']],
  ['a latency of 0', slo({ p50_latency_ms: 0 }), 400, ['/slo_requirements/p50_latency_ms']],
  ['a latency of 1.5', slo({ p95_latency_ms: 1.5 }), 400, ['/slo_requirements/p95_latency_ms']],
  ['a latency as text', slo({ p99_latency_ms: '100' }), 400, ['/slo_requirements/p99_latency_ms']],
  ['a latency beyond 2^53', slo({ p99_latency_ms: 1e300 }), 400, ['/slo_requirements/p99_latency_ms']],
  ['no requests a second', slo({ throughput_rps: 0 }), 400, ['/slo_requirements/throughput_rps']],
  ['half a request a minute', slo({ throughput_rpm: 0.5 }), 400, ['/slo_requirements/throughput_rpm']],
  ['half a request a second', slo({ throughput_rps: 0.5 }), 400, ['/slo_requirements/throughput_rps']],
  ['availability 0', slo({ availability: 0 }), 400, ['/slo_requirements/availability']],
  ['availability 100.1', slo({ availability: 100.1 }), 400, ['/slo_requirements/availability']],
  ['availability below 0', slo({ availability: -0.5 }), 400, ['/slo_requirements/availability']],
  ['a negative budget', budget({ monthly_limit_usd: -1 }), 400, ['/budget/monthly_limit_usd']],
  ['a budget as text', budget({ cost_per_1k_requests_usd: '1' }), 400, ['/budget/cost_per_1k_requests_usd']],
  ['an empty region', compliance({ regions: ['eu', ''] }), 400, ['/compliance/regions/1']],
  ['a number as certification', compliance({ certifications: [1] }), 400, ['/compliance/certifications/0']],
  ['a region alone', compliance({ regions: 'eu' }), 400, ['/compliance/regions']],
  [
    'a share of sessions above 1',
    session({ completed_share: 98 }),
    400,
    ['/session_requirements/completed_share'],
  ],
  [
    'a limit that no session has',
    session({ p101_session_ms: 1 }),
    400,
    ['/session_requirements/p101_session_ms'],
  ],
  [
    'limits on sessions that fall',
    session({ p50_session_ms: 2, p99_session_ms: 1 }),
    422,
    ['/session_requirements/p50_session_ms', '/session_requirements/p99_session_ms'],
  ],
  ['a minimum that is none', quality({ benchmark: 'gsm8k' }), 400, ['/quality/0/min']],
  ['a minimum as text', quality({ benchmark: 'gsm8k', min: '80 %' }), 400, ['/quality/0/min']],
  [
    'a minimum of 80, of 0 and below',
    quality(...[80, 0, -0.1].map((min) => ({ benchmark: 'gsm8k', min }))),
    400,
    ['/quality/0/min', '/quality/1/min', '/quality/2/min'],
  ],
  ['a minimum of nothing', quality({ min: 0.5 }), 400, ['/quality/0/benchmark']],
  ['a field that no minimum has', quality({ benchmark: 'gsm8k', min: 0.5, max: 1 }), 400, ['/quality/0/max']],
  ['21 minimums', quality(...Array(21).fill({ benchmark: 'gsm8k', min: 0.5 })), 400, ['/quality']],
  ['101 regions', compliance({ regions: Array(101).fill('x') }), 400, ['/compliance/regions']],
  ['an unknown nested field', slo({ p101_latency_ms: 5 }), 400, ['/slo_requirements/p101_latency_ms']],
  [
    'every wrong field is named',
    { ...slo({ availability: 0 }), budget: 7, colour: 1 },
    400,
    ['/budget', '/colour', '/slo_requirements/availability'],
  ],
  [
    'names that no score has, each by its place',
    quality(
      { benchmark: 'gsm9k', min: 0.5 },
      { benchmark: 'load', min: 0.5 },
      { benchmark: 'humaneval', min: 0.5 },
      { benchmark: 'mmlu', subset: 'alchemy', min: 0.5 },
      { benchmark: 'drop', subset: 'any', min: 0.5 },
      { benchmark: 'dataset', min: 0.5 },
      { benchmark: 'drop', metric: 'exact', min: 0.5 },
      { benchmark: 'custom', subset: 'x', metric: 'preference', min: 0.5 },
      { benchmark: 'mmlu/anatomy', min: 0.5 },
      { benchmark: 'tasks', subset: 's', metric: 'pass^0', min: 0.5 },
    ),
    422,
    [
      '/quality/0/benchmark',
      '/quality/1/benchmark',
      '/quality/2/benchmark',
      '/quality/3/subset',
      '/quality/4/subset',
      '/quality/5/subset',
      '/quality/6/metric',
      '/quality/7/metric',
      '/quality/7/subset',
      '/quality/8/benchmark',
      '/quality/9/metric',
    ],
  ],
  [
    'the same score twice',
    quality({ benchmark: 'gsm8k', min: 0.5 }, { benchmark: 'gsm8k', metric: 'accuracy', min: 0.6 }),
    422,
    ['/quality/1'],
  ],
  [
    'p50 above p95',
    slo({ p50_latency_ms: 2, p95_latency_ms: 1 }),
    422,
    ['/slo_requirements/p50_latency_ms', '/slo_requirements/p95_latency_ms'],
  ],
  [
    'p50 above p99, p95 not set',
    slo({ p50_latency_ms: 2, p99_latency_ms: 1 }),
    422,
    ['/slo_requirements/p50_latency_ms', '/slo_requirements/p99_latency_ms'],
  ],
  [
    'p95 above p99',
    slo({ p50_latency_ms: 1, p95_latency_ms: 3, p99_latency_ms: 2 }),
    422,
    ['/slo_requirements/p95_latency_ms', '/slo_requirements/p99_latency_ms'],
  ],
];

/** A patch of the full scenario (name and workload_type are added), and what it changes. */
const PATCHED: [sentence: string, patch: object, changed: Record<string, unknown>][] = [
  ['what is absent stays', {}, {}],
  [
    'a word changes',
    { workload_type: 'rag', traffic_profile: 'spiky' },
    { workload_type: 'rag', traffic_profile: 'spiky' },
  ],
  ['traffic_profile null clears it', { traffic_profile: null }, { traffic_profile: null }],
  ['tolerance null clears it', { vendor_lock_in_tolerance: null }, { vendor_lock_in_tolerance: null }],
  ['null clears a nested object', { budget: null }, { budget: {} }],
  ['an empty nested object changes nothing', { budget: {} }, {}],
  [
    'nested objects merge, and null clears a key',
    { slo_requirements: { p50_latency_ms: 300, availability: null } },
    {
      slo_requirements: {
        p50_latency_ms: 300,
        p95_latency_ms: 1200,
        p99_latency_ms: 1200,
        throughput_rps: 40,
      },
    },
  ],
  [
    'a list is replaced, its neighbour stays',
    { compliance: { regions: ['us-east-1'] } },
    { compliance: { regions: ['us-east-1'], certifications: ['SOC 2', 'SOC 2'] } },
  ],
  [
    'a list of minimums is replaced',
    { quality: [{ benchmark: 'gsm8k', min: 0.5 }] },
    { quality: [{ benchmark: 'gsm8k', min: 0.5 }] },
  ],
  ['null clears the minimums', { quality: null }, { quality: [] }],
  [
    'a limit on sessions is changed by itself',
    { session_requirements: { p95_session_ms: null, p99_session_ms: 100_000 } },
    { session_requirements: { p50_session_ms: 20_000, p99_session_ms: 100_000, completed_share: 0.98 } },
  ],
  [
    'null clears a list',
    { compliance: { certifications: null } },
    { compliance: { regions: ['eu-west-1', 'eu-central-1'] } },
  ],
];

const PATCH_REFUSED: [sentence: string, patch: object, status: number, at: string[]][] = [
  ['without name and workload_type', {}, 400, ['/name', '/workload_type']],
  ['name null', { ...minimal, name: null }, 400, ['/name']],
  ['workload_type null', { ...minimal, workload_type: null }, 400, ['/workload_type']],
  ['an unknown field', { ...minimal, revision: 1 }, 400, ['/revision']],
  ['an unknown nested field', slo({ p101_latency_ms: null }), 400, ['/slo_requirements/p101_latency_ms']],
  ['an unknown benchmark', quality({ benchmark: 'x', min: 0.5 }), 422, ['/quality/0/benchmark']],
  ['a wrong nested value', slo({ availability: 0 }), 400, ['/slo_requirements/availability']],
  [
    'a percentile that is impossible with one that is kept',
    slo({ p95_latency_ms: 399 }),
    422,
    ['/slo_requirements/p50_latency_ms', '/slo_requirements/p95_latency_ms'],
  ],
];

const available = (availability: number) => ({ ...minimal, slo_requirements: { availability } });
const WARNED: [sentence: string, body: object, warnings: RegExp[]][] = [
  ['words that are known carry none', full, []],
  ['case, spaces and hyphens of a word do not matter', { ...minimal, workload_type: 'Realtime-Voice' }, []],
  [
    'an unknown workload_type is general',
    { ...minimal, workload_type: 'telepathy' },
    [/^workload_type "telepathy" .*general.*Known are general, chat, /],
  ],
  [
    'an unknown traffic_profile is steady',
    { ...minimal, traffic_profile: 'wobbly' },
    [/^traffic_profile "wobbly" .*steady.*Known are steady, bursty, /],
  ],
  [
    'an unknown tolerance states no limit',
    { ...minimal, vendor_lock_in_tolerance: 'some' },
    [/^vendor_lock_in_tolerance "some" .*no limit.*Known are none, low, medium, high\.$/],
  ],
  [
    'each unknown word has its warning',
    { ...minimal, workload_type: 'a', traffic_profile: 'b', vendor_lock_in_tolerance: 'c' },
    [/"a"/, /"b"/, /"c"/],
  ],
  [
    'every answer right can never be shown',
    quality({ benchmark: 'gsm8k', min: 1 }),
    [/^quality on gsm8k: a minimum of 1 .* can fail but never pass/],
  ],
  ['three nines and 99.9 % are usual', available(0.999), []],
  ['a percentage of 99.9 is usual', available(99.9), []],
  [
    '100 % can never be shown, as 1',
    available(1),
    [/^availability 1 means 100 %\. No number of requests .* can fail but never pass/],
  ],
  ['100 % can never be shown, as 100', available(100), [/^availability 100 means 100 %/]],
  [
    'a number just above 1 is a percentage',
    available(1.0001),
    [/^availability 1\.0001 is read as 1\.0001 %.*For 99\.9 %, write 0\.999 or 99\.9\.$/],
  ],
  [
    'half of the requests may fail',
    available(0.5),
    [/^availability 0\.5 means 50 %: it is met while up to 50 % of the requests fail\./],
  ],
  ['a fifth of the requests may fail', available(80), [/^availability 80 means 80 %.* up to 20 % /]],
];

onEachDatabase('scenarios', (place) => {
  let service: Service;
  let path: string;
  before(async () => {
    service = await startService(await place());
    path = `/workspaces/${await newWorkspace(service)}/scenarios`;
  });
  after(() => service.stop());

  testResourceBehaviour(noun, () => service);

  for (const [sentence, body, expected] of ACCEPTED) {
    test(`accepted: ${sentence}`, async () => {
      const created = await service.call('POST', path, body);
      assert.equal(created.status, 201);
      const { body: read } = await service.call('GET', `${path}/${created.body.id}`);
      assert.deepEqual(read, created.body);
      assert.deepEqual({ ...read, ...expected }, read);
    });
  }

  for (const [sentence, body, status, at] of REFUSED) {
    test(`refused: ${sentence}`, async () => {
      const answer = await service.call('POST', path, body);
      assert.equal(answer.status, status);
      assert.equal(answer.body.code, status === 422 ? 'impossible' : 'invalid_request');
      assert.deepEqual(pointers(answer), at);
    });
  }

  for (const [sentence, patch, changed] of PATCHED) {
    test(`patched: ${sentence}`, async () => {
      const { body: created } = await service.call('POST', path, full);
      const one = `${path}/${created.id}`;
      const patched = await service.call('PATCH', one, { ...minimal, ...patch });
      assert.equal(patched.status, 200);
      const { updated_at } = patched.body;
      assert.deepEqual(patched.body, { ...created, ...changed, updated_at });
      assert.deepEqual((await service.call('GET', one)).body, patched.body);
    });
  }

  for (const [sentence, patch, status, at] of PATCH_REFUSED) {
    test(`patch refused: ${sentence}`, async () => {
      const { body: created } = await service.call('POST', path, full);
      const one = `${path}/${created.id}`;
      const answer = await service.call('PATCH', one, patch);
      assert.equal(answer.status, status);
      assert.deepEqual(pointers(answer), at);
      const stale = await service.call('PATCH', one, patch, { 'if-match': '"7"' });
      assert.equal(stale.status, status === 422 ? 412 : status);
      assert.deepEqual((await service.call('GET', one)).body, created);
    });
  }

  for (const [sentence, body, warnings] of WARNED) {
    test(`warned: ${sentence}`, async () => {
      const created = await service.call('POST', path, body);
      const one = `${path}/${created.body.id}`;
      const read = await service.call('GET', one);
      const patched = await service.call('PATCH', one, read.body);
      for (const answer of [created, read, patched]) {
        const said: string[] = answer.body.warnings ?? [];
        assert.equal(said.length, warnings.length);
        for (const [i, warning] of warnings.entries()) assert.match(said[i] ?? '', warning);
      }
    });
  }

  test('a refused minimum says what would be accepted', async () => {
    const refusals: [body: object, says: RegExp][] = [
      [quality({ benchmark: 'gsm8k', min: 80 }), /^is 80, and scores go from 0 to 1; for 80 % write 0\.8$/],
      [
        quality({ benchmark: 'gsm9k', min: 0.8 }),
        /^"gsm9k" is not a benchmark; those with a score are .*gsm8k.*custom$/,
      ],
      [
        quality({ benchmark: 'load', min: 0.8 }),
        /has no score: it measures no quality; its limits are other fields/,
      ],
      [quality({ benchmark: 'humaneval', min: 0.8 }), /has no score: It runs code written by a model/],
      [quality({ benchmark: 'ifeval', subset: 'x', min: 0.8 }), /not a subset of ifeval; the subsets are /],
      [quality({ benchmark: 'drop', metric: 'em', min: 0.8 }), /is not the score of drop, which is f1;/],
      [quality({ benchmark: 'drop', metric: 'pass^2', min: 0.8 }), /is not the score of drop, which is f1;/],
      [
        quality({ benchmark: 'tasks', subset: 's', metric: 'pass^0', min: 0.8 }),
        /is not the score of tasks, which is solved, or pass\^2 to pass\^99;/,
      ],
      [quality({ benchmark: 'mmlu/anatomy', min: 0.8 }), /write benchmark mmlu and subset anatomy$/],
    ];
    for (const [body, says] of refusals) {
      const { body: problem } = await service.call('POST', path, body);
      assert.match(problem.errors[0].detail, says);
    }
  });

  test('a budget that no number can hold is 400', async () => {
    const body = { ...minimal, budget: { monthly_limit_usd: 7 } };
    const text = JSON.stringify(body).replace('7', '1e400');
    const answer = await service.send('POST', path, text);
    assert.equal(answer.status, 400);
    assert.deepEqual(pointers(answer), ['/budget/monthly_limit_usd']);
  });
});

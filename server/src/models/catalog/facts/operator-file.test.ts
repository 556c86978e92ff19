import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { CatalogFileError, createCatalog } from '../catalog.ts';
import { findModel, findPrice } from './find.ts';

const directory = mkdtempSync(join(tmpdir(), 'catalog-file-'));
after(() => rmSync(directory, { recursive: true }));

const told = { source: 'our contract', as_of: '2026-11-01' };
const price = { input_usd_per_million: 1, output_usd_per_million: 2, ...told };
const model = (prices: object[]) => ({
  models: [{ provider: 'ours', model_id: 'm', kind: 'chat', prices, ...told }],
});
const tier = (above: number) => ({
  above_input_tokens: above,
  input_usd_per_million: 2,
  output_usd_per_million: 3,
});
const instance = (prices: object[], cloud = 'aws') => ({
  gpu_instances: [
    { cloud_provider: cloud, instance_type: 't', instance_family: 'f', gpu: 'H100', prices, ...told },
  ],
});

function open(content: unknown) {
  const file = join(directory, 'catalog.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return createCatalog({ file });
}

test('a row of the file is added, or takes the place of the built-in one', () => {
  const { facts, own } = open({
    models: [
      ...model([price]).models,
      { provider: 'openai', model_id: 'gpt-4.1', kind: 'chat', prices: [price], ...told },
    ],
  });
  assert.equal(own.models?.length, 2);
  assert.ok(findModel(facts, 'ours', 'm').known);
  const replaced = findPrice(facts, 'openai', 'gpt-4.1', '2026-11-21');
  assert.equal(replaced.known && replaced.value.source, 'our contract');
});

const WRONG: [string, unknown, string, RegExp][] = [
  [
    'a negative price',
    model([{ ...price, input_usd_per_million: -1 }]),
    '/models/0/prices/0/input_usd_per_million',
    />= 0/,
  ],
  [
    'a price without a source',
    model([{ ...price, source: undefined }]),
    '/models/0/prices/0/source',
    /missing/,
  ],
  [
    'overlapping dates',
    model([
      { ...price, until: '2026-10-01' },
      { ...price, from: '2026-09-30' },
    ]),
    '/models/0/prices/1',
    /holds on days on which prices\/0 holds too/,
  ],
  ['two prices without dates', model([price, price]), '/models/0/prices/1', /holds too/],
  [
    'a price that ends before it begins',
    model([{ ...price, from: '2026-10-01', until: '2026-10-01' }]),
    '/models/0/prices/0/until',
    /not after from/,
  ],
  [
    'overlapping tiers',
    model([{ ...price, context_tiers: [tier(200_000), tier(200_000)] }]),
    '/models/0/prices/0/context_tiers/1/above_input_tokens',
    /tiers overlap/,
  ],
  [
    'a tier that leaves out the cached price',
    model([{ ...price, cached_input_usd_per_million: 0.1, context_tiers: [tier(9)] }]),
    '/models/0/prices/0/context_tiers/0/cached_input_usd_per_million',
    /missing/,
  ],
  [
    'a day that is none',
    model([{ ...price, from: '2026-13-01' }]),
    '/models/0/prices/0/from',
    /must be a day, such as/,
  ],
  [
    'an unknown region',
    instance([{ region: 'eu-atlantis-1', usd_per_hour: 1 }]),
    '/gpu_instances/0/prices/0/region',
    /eu-atlantis-1, which is unknown for aws; add it to regions/,
  ],
  [
    'two prices for a region',
    instance([
      { region: 'us-east-1', usd_per_hour: 1 },
      { region: 'us-east-1', usd_per_hour: 2 },
    ]),
    '/gpu_instances/0/prices/1/region',
    /already in prices\/0/,
  ],
  [
    'the same row twice',
    { models: [...model([price]).models, ...model([price]).models] },
    '/models/1',
    /as row 0 is/,
  ],
  ['an unknown table', { prices: [] }, '/prices', /not a known field/],
  [
    'an unknown status of a certificate',
    {
      providers: [
        {
          id: 'p',
          name: 'p',
          kinds: [],
          certificates: [{ name: 'x', covers: ['x'], status: 'sure', ...told }],
          ...told,
        },
      ],
    },
    '/providers/0/certificates/0/status',
    /must be one of listed, available, gated_report/,
  ],
  [
    'a region without country',
    { regions: [{ provider: 'p', region: 'r', ...told }] },
    '/regions/0',
    /neither country/,
  ],
];

describe('a file that is wrong is refused by the place in it:', () => {
  for (const [what, content, pointer, detail] of WRONG) {
    test(what, () => {
      assert.throws(
        () => open(content),
        (error: unknown) => {
          assert.ok(error instanceof CatalogFileError);
          const named = error.errors.find((one) => one.pointer === pointer);
          assert.ok(named, `${pointer} in ${error.message}`);
          assert.match(named.detail, detail);
          return true;
        },
      );
    });
  }

  test('a new region is known as soon as the file names its country', () => {
    const { facts } = open({
      ...instance([{ region: 'eu-atlantis-1', usd_per_hour: 1 }]),
      regions: [{ provider: 'aws', region: 'eu-atlantis-1', country: 'PT', ...told }],
    });
    assert.ok(facts.gpu_instances.some(({ instance_type }) => instance_type === 't'));
  });

  test('no JSON, and no file', () => {
    assert.throws(() => open('{'), /cannot be read/);
    assert.throws(() => createCatalog({ file: join(directory, 'none.json') }), /does not exist/);
  });
});

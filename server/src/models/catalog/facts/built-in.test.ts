import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { schemaErrors } from '../../../platform/http/validation.ts';
import { createCatalog, modelQuirks } from '../catalog.ts';
import { BUILT_IN_FACTS } from './built-in.ts';
import { checkFacts } from './check.ts';
import {
  cloudsWith,
  findFramework,
  findGpu,
  findInstances,
  findModel,
  findPrice,
  findProvider,
} from './find.ts';
import { FACT_TABLES } from './schemas.ts';

const { facts } = createCatalog();

describe('the built-in facts', () => {
  test('fit the schema: every one has a source and a date', () => {
    const schema = Type.Object(FACT_TABLES, { additionalProperties: false });
    assert.deepEqual(schemaErrors(schema, BUILT_IN_FACTS), []);
  });

  test('do not contradict themselves', () => {
    const nebius = 'nebius';
    const problems = checkFacts(BUILT_IN_FACTS, BUILT_IN_FACTS);
    // Regions of these are named by their sources without a country, so they are in no jurisdiction.
    const open = problems.filter(
      ({ detail }) => !new RegExp(`unknown for (${nebius}|coreweave)`).test(detail),
    );
    assert.deepEqual(open, []);
  });

  test('hold 52 models with a price, 53 instance types, 16 providers and 28 frameworks', () => {
    const priced = facts.models.filter(({ prices }) => prices.length > 0).length;
    const { gpu_instances, providers, frameworks } = facts;
    assert.deepEqual([priced, gpu_instances.length, providers.length, frameworks.length], [52, 53, 16, 28]);
  });
});

describe('a model', () => {
  test('is found by its exact id, never by the beginning of one', () => {
    assert.ok(findModel(facts, 'mistral', 'mistral-medium-2604').known);
    assert.ok(!findModel(facts, 'mistral', 'mistral-medium').known);
  });

  test('is found under each name of its provider', () => {
    assert.ok(findModel(facts, 'aws', 'amazon.nova-pro-v1:0').known);
    assert.ok(findModel(facts, 'amazon-bedrock', 'amazon.nova-pro-v1:0').known);
  });

  test('has the price of the day', () => {
    const input = (day: string) => {
      const price = findPrice(facts, 'anthropic', 'claude-sonnet-5', day);
      return price.known && price.value.input_usd_per_million;
    };
    assert.deepEqual([input('2026-08-31'), input('2026-09-01'), input('2030-01-01')], [2, 3, 3]);
  });

  test('that is not there has no price, and the answer says where to add it', () => {
    assert.deepEqual(findPrice(facts, 'groq', 'llama-9', '2026-11-21'), {
      known: false,
      missing: { fact: 'the price of groq/llama-9', add: '/models/-/prices' },
    });
  });

  const quirks: [string, string, boolean | null, string | null][] = [
    ['openai', 'gpt-5.4', false, 'max_completion_tokens'],
    ['openai', 'gpt-4.1', true, 'max_tokens'],
    ['anthropic', 'claude-sonnet-5', false, null],
    ['openai', 'gpt-5.6-luna', null, 'max_completion_tokens'],
    ['my-vllm', 'gpt-oss-120b', null, null],
  ];
  for (const [provider, model, temperature, field] of quirks) {
    test(`${provider}/${model}: temperature ${temperature}, limit ${field}`, () => {
      const { acceptsTemperature, maxTokensField, sources } = modelQuirks(facts, provider, model);
      assert.deepEqual([acceptsTemperature, maxTokensField], [temperature, field]);
      assert.equal(sources.length, [temperature, field].filter((fact) => fact !== null).length);
    });
  }
});

describe('hardware', () => {
  const prices = (wanted: Parameters<typeof findInstances>[1]) => {
    const found = findInstances(facts, wanted);
    if (!found.known) return found.missing.fact;
    return found.value.map(({ instance, usd_per_hour }) => `${instance.instance_type} ${usd_per_hour}`);
  };

  test('is found by family, by type and by GPU, with the price of its own region', () => {
    const aws = { cloud_provider: 'aws', region: 'us-east-1' };
    assert.deepEqual(prices({ ...aws, instance_family: 'p5' }), ['p5.4xlarge 6.88', 'p5.48xlarge 55.04']);
    assert.deepEqual(prices({ ...aws, instance_family: 'p5.4xlarge', gpu_type: 'nvidia H100' }), [
      'p5.4xlarge 6.88',
    ]);
    assert.deepEqual(prices({ cloud_provider: 'azure', region: 'westeurope', gpu_type: 'H100 NVL' }), [
      'NC40ads_H100_v5 9.08',
      'NC80adis_H100_v5 18.16',
    ]);
  });

  test('in a region without a price is unknown, not priced elsewhere', () => {
    assert.equal(
      prices({ cloud_provider: 'aws', region: 'eu-west-1', instance_family: 'p5' }),
      'the price of aws p5 in eu-west-1',
    );
    assert.equal(
      prices({ cloud_provider: 'azure', gpu_type: 'H100' }),
      'the price of azure H100 without a region (hardware.region)',
    );
  });

  test('that no instance has is unknown', () => {
    assert.equal(
      prices({ cloud_provider: 'aws', gpu_type: 'TPU v6' }),
      'an instance type that fits "aws TPU v6"',
    );
  });

  test('knows on which clouds a GPU is', () => {
    assert.deepEqual(cloudsWith(facts, 'H100'), ['aws', 'azure', 'gcp', 'lambda', 'modal', 'runpod']);
    const trainium = findGpu(facts, 'Trainium');
    assert.equal(trainium.known && trainium.value.kind, 'custom_accelerator');
    const variant = findGpu(facts, 'h100 pcie');
    assert.equal(variant.known && variant.value.gpu, 'H100');
    assert.ok(!findGpu(facts, 'TPU').known);
  });
});

test('frameworks and providers are found by id and by name', () => {
  for (const name of ['langfuse', 'Langfuse', 'LangGraph', 'LangChain.js', 'fluent bit']) {
    assert.ok(findFramework(facts, name).known, name);
  }
  assert.ok(!findFramework(facts, 'LangSmith').known);
  assert.ok(findProvider(facts, 'OpenAI').known);
  assert.ok(!findProvider(facts, 'nobody').known);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BUILT_IN_FACTS } from '../facts/built-in.ts';
import { mergeFacts } from '../facts/merge.ts';
import type { FrameworkFact, ProviderFact } from '../facts/schemas.ts';
import type { StackParts } from '../stack-parts.ts';
import { type ComplianceStatus, checkCertificate, checkRegions } from './compliance.ts';

const told = { source: 'our contract', as_of: '2026-11-01' };
const stack = (more: Partial<StackParts> = {}): StackParts => ({
  provider: 'anthropic',
  model_id: 'claude-sonnet-5',
  framework: {},
  hardware: {},
  ...more,
});
const hosted = (region?: string, cloud_provider = 'aws') =>
  stack({ provider: 'v', hardware: { cloud_provider, gpu_type: 'H100', ...(region && { region }) } });

describe('regions:', () => {
  const cases: [string, StackParts, string[], ComplianceStatus][] = [
    ['a region in the jurisdiction', hosted('eu-west-1'), ['EU'], 'pass'],
    ['by country, in words', hosted('eu-west-1'), ['Ireland'], 'pass'],
    ['by the region’s own name', hosted('eu-west-1'), ['eu-west-1'], 'pass'],
    ['one of several is enough', hosted('us-east-1'), ['EU', 'us'], 'pass'],
    ['elsewhere', hosted('us-east-1'), ['EU'], 'fail'],
    ['the United Kingdom is not in the EU', hosted('eu-west-2'), ['EU'], 'fail'],
    ['nor is Switzerland, whatever the region is called', hosted('eu-central-2'), ['EU', 'EEA'], 'fail'],
    ['Norway is in the EEA', hosted('norwayeast', 'azure'), ['EEA'], 'pass'],
    ['a region that the table does not have', hosted('eu-atlantis-1'), ['EU'], 'unknown'],
    ['such a region, allowed by name', hosted('eu-atlantis-1'), ['eu-atlantis-1'], 'pass'],
    ['no region stated', hosted(), ['EU'], 'unknown'],
    ['an API with one region', stack({ provider: 'mistral' }), ['EU'], 'pass'],
    ['an API with several, none stated', stack({ provider: 'openai' }), ['EU'], 'unknown'],
    ['an API pinned to one', stack({ provider: 'openai', hardware: { region: 'eu' } }), ['EU'], 'pass'],
    ['an API that may work anywhere', stack({ hardware: { region: 'global' } }), ['US'], 'unknown'],
    ['an API whose regions have no source', stack({ provider: 'groq' }), ['US'], 'unknown'],
    ['an unknown provider', stack({ provider: 'nobody' }), ['EU'], 'unknown'],
    [
      'tracing that nobody knows',
      { ...hosted('eu-west-1'), framework: { tracing: 'SpySaaS' } },
      ['EU'],
      'unknown',
    ],
    [
      'tracing that runs beside the stack',
      { ...hosted('eu-west-1'), framework: { tracing: 'Jaeger' } },
      ['EU'],
      'pass',
    ],
  ];
  for (const [what, parts, allowed, status] of cases) {
    test(`${what}: ${status}`, () => {
      const result = checkRegions(BUILT_IN_FACTS, parts, allowed);
      assert.equal(result.status, status, JSON.stringify(result.findings));
      assert.equal(result.missing.length > 0, status === 'unknown');
      for (const { fact, add } of result.missing) assert.ok(fact && add);
    });
  }
});

describe('certificates:', () => {
  const cases: [string, string, string, ComplianceStatus][] = [
    ['listed', 'anthropic', 'ISO 27001', 'pass'],
    ['in other words', 'anthropic', 'iso/iec 27001:2022', 'pass'],
    ['only on request', 'openai', 'SOC2 Type II', 'pass'],
    ['type 2 answers for SOC 2', 'openai', 'SOC 2', 'pass'],
    ['SOC 2 does not answer for its type 2', 'aws', 'SOC 2 Type 2', 'unknown'],
    ['a word on a trust page', 'openai', 'PCI DSS', 'unknown'],
    ['case by case', 'openai', 'HIPAA BAA', 'unknown'],
    ['looked for and not found', 'mistral', 'ISO 42001', 'unknown'],
    ['under way', 'nebius', 'SOC 2', 'unknown'],
    ['no source at all', 'fireworks', 'SOC 2', 'unknown'],
    ['an unknown provider', 'nobody', 'SOC 2', 'unknown'],
  ];
  for (const [what, provider, wanted, status] of cases) {
    test(`${what} (${wanted} of ${provider}): ${status}`, () => {
      const result = checkCertificate(BUILT_IN_FACTS, stack({ provider }), wanted);
      assert.equal(result.status, status, JSON.stringify(result.findings));
      assert.equal(result.missing.length > 0, status === 'unknown');
    });
  }

  test('the platform that serves is graded, not the maker of the model', () => {
    const result = checkCertificate(BUILT_IN_FACTS, hosted('eu-west-1', 'lambda'), 'SOC 2');
    assert.equal(result.status, 'unknown');
    assert.match(result.findings[0]?.evidence ?? '', /^lambda, SOC 2: keyword_on_trust_page/);
  });

  test('a hosted part is graded too, and only the operator can say that something is not held', () => {
    const saas: ProviderFact = {
      id: 'spysaas',
      name: 'SpySaaS',
      kinds: ['software_service'],
      certificates: [{ name: 'SOC 2', covers: ['SOC 2'], status: 'not_held', ...told }],
      ...told,
    };
    const tracing: FrameworkFact = {
      id: 'spy',
      name: 'Spy',
      roles: ['tracing'],
      licence_class: 'proprietary',
      self_hostable: false,
      hosted_by: 'spysaas',
      ...told,
    };
    const facts = mergeFacts(BUILT_IN_FACTS, { providers: [saas], frameworks: [tracing] });
    const parts = stack({ framework: { tracing: 'Spy' } });
    assert.equal(checkCertificate(facts, parts, 'SOC 2').status, 'fail');
    assert.equal(checkCertificate(facts, stack(), 'SOC 2').status, 'pass');
  });

  test('components that you run yourself are shown as an assumption', () => {
    const parts = { ...hosted('eu-west-1'), framework: { observability: 'Langfuse' } };
    const [assumption] = checkCertificate(BUILT_IN_FACTS, parts, 'ISO 27001').assumptions;
    assert.match(assumption?.why ?? '', /Langfuse is assumed to run on the same cloud/);
  });
});

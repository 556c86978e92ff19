import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import {
  EMPTY_SCENARIO,
  toNewScenario,
  toScenarioDraft,
  toScenarioPatch,
} from '../../web/src/requirements/scenario-draft.ts';

const scenario = (slo_requirements: object) =>
  ({
    name: 'One',
    workload_type: 'chat',
    slo_requirements,
    session_requirements: {},
    budget: {},
    compliance: {},
    quality: [],
  }) as unknown as Schemas['Scenario'];

/** Stated rates, what the field shows of them, and what the person makes of it. */
const RATES: [sentence: string, rates: object, shown: string, typed: string | null, saved: object][] = [
  [
    'a rate a minute stays when another field is edited',
    { throughput_rpm: 12_345 },
    '205.75',
    null,
    { throughput_rpm: 12_345 },
  ],
  [
    'one that is no even rate a second stays',
    { throughput_rpm: 1_000_000 },
    '16667',
    null,
    { throughput_rpm: 1_000_000 },
  ],
  ['one that is whole a second stays', { throughput_rpm: 60 }, '1', null, { throughput_rpm: 60 }],
  [
    'both rates stay',
    { throughput_rps: 5, throughput_rpm: 700 },
    '11.67',
    null,
    { throughput_rps: 5, throughput_rpm: 700 },
  ],
  ['the least rate stays', { throughput_rpm: 1 }, '0.01667', null, { throughput_rpm: 1 }],
  [
    'an edited rate replaces both',
    { throughput_rps: 5, throughput_rpm: 700 },
    '11.67',
    '7',
    { throughput_rps: 7 },
  ],
  ['a fraction is saved a minute', { throughput_rps: 5 }, '5', '0.2', { throughput_rpm: 12 }],
  ['an emptied rate is cleared', { throughput_rps: 5 }, '5', '', {}],
  ['a rate is added', {}, '', '20', { throughput_rps: 20 }],
];

for (const [sentence, rates, shown, typed, saved] of RATES)
  test(`the form of requirements: ${sentence}`, () => {
    const read = toScenarioDraft(scenario(rates));
    assert.equal(read.rate, shown);
    const draft = { ...read, name: 'Two', rate: typed ?? read.rate };
    const { throughput_rps, throughput_rpm } = toScenarioPatch(draft).slo_requirements;
    assert.deepEqual(
      { throughput_rps, throughput_rpm },
      { throughput_rps: null, throughput_rpm: null, ...saved },
    );
    assert.deepEqual(toNewScenario(draft).slo_requirements, saved);
  });

test('the form of requirements: a new one without a rate states none', () => {
  assert.deepEqual(toNewScenario(EMPTY_SCENARIO).slo_requirements, {});
});

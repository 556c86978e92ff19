import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import vectors from '../../../../test/fixtures/slo-cost.json' with { type: 'json' };
import { vocabulary } from '../catalog.ts';
import { BUILT_IN_FACTS } from '../facts/built-in.ts';
import type { StackParts } from '../stack-parts.ts';
import type { LockInTolerance } from '../vocabulary/profiles.ts';
import { cheapestChange } from './cheapest-change.ts';
import {
  judgeLockIn,
  LOCK_IN_COMPONENTS,
  LOCK_IN_POINTS,
  type LockInComponent,
  lockInLine,
  sumLockIn,
} from './points.ts';
import { stackLockIn } from './stack-lock-in.ts';

type LockInChoice = {
  readonly [C in LockInComponent]: keyof (typeof LOCK_IN_POINTS)[C];
};
/** The points of one choice for each component. */
const lockInOfChoice = (choice: LockInChoice) =>
  sumLockIn(
    LOCK_IN_COMPONENTS.map((component) => lockInLine(component, choice[component], 'as stated')),
    [],
    [],
  );

const { lock_in } = vectors;
const words = vocabulary.vendor_lock_in_tolerance;
const tolerance = (word: string) => words.meaning(word) as LockInTolerance;

describe('the points of the reference', () => {
  test('by component and choice, and the thresholds', () => {
    for (const [component, choices] of Object.entries(lock_in.points)) {
      const ours = LOCK_IN_POINTS[component as keyof typeof LOCK_IN_POINTS] as object;
      assert.deepEqual(ours, choices, component);
    }
    for (const [word, most] of Object.entries(lock_in.thresholds))
      assert.equal(tolerance(word).max_score, most);
    const worst = Object.values(LOCK_IN_POINTS).reduce(
      (sum, choices) => sum + Math.max(...Object.values(choices)),
      0,
    );
    assert.equal(worst, lock_in.max_score);
  });

  for (const [name, vector] of Object.entries(lock_in.cases)) {
    test(name, () => {
      const lockIn = lockInOfChoice(vector.choice as LockInChoice);
      assert.equal(lockIn.score, vector.score);
      assert.deepEqual(
        Object.fromEntries(lockIn.lines.map((one) => [one.component, one.points])),
        vector.points,
      );
      const accepted = words.words.filter((word) => judgeLockIn(lockIn, tolerance(word)) === 'pass');
      assert.deepEqual(accepted, vector.accepted_by);
    });
  }
});

test('none also fails on one component at its maximum', () => {
  const portable = lock_in.cases.open_model_on_rented_h100.choice as LockInChoice;
  const lockIn = lockInOfChoice({
    ...portable,
    telemetry: 'saas_own_format',
    orchestration: 'none_or_own_code',
    data_exit: 'nothing_stored_at_vendor',
  });
  assert.equal(lockIn.score, 12);
  assert.deepEqual(
    [judgeLockIn(lockIn, tolerance('none')), judgeLockIn(lockIn, tolerance('low'))],
    ['fail', 'pass'],
  );
});

describe('the cheapest change', () => {
  const change = (name: keyof typeof lock_in.cases, word: string) =>
    cheapestChange(lockInOfChoice(lock_in.cases[name].choice as LockInChoice), tolerance(word));

  test('is one component where one is enough, and no more than needed', () => {
    assert.deepEqual(change('restricted_weights_on_trainium', 'low'), [
      {
        component: 'hardware',
        from: 'single_cloud_custom_accelerator',
        to: 'gpu_on_3plus_clouds',
        saves: 13,
      },
    ]);
  });

  test('would pass at low if telemetry moved to OpenTelemetry', () => {
    const choice = {
      ...lock_in.cases.closed_model_many_platforms.choice,
      telemetry: 'self_hosted_own_format',
    } as LockInChoice;
    const changes = cheapestChange(lockInOfChoice(choice), tolerance('low'));
    assert.equal(changes?.length, 1);
    assert.ok((changes?.[0]?.saves ?? 0) >= 4);
  });

  test('is several where one is not enough, and reaches the tolerance', () => {
    const changes = change('closed_single_cloud_managed_all', 'medium');
    const saved = (changes ?? []).reduce((sum, { saves }) => sum + saves, 0);
    assert.ok(82 - saved <= 55);
    assert.equal(change('closed_single_cloud_managed_all', 'none')?.length, 4);
  });

  test('is none where it passes already', () => {
    assert.equal(change('open_model_on_rented_h100', 'none'), null);
  });
});

describe('the lock-in of a stack', () => {
  const open: StackParts = {
    provider: 'my-vllm',
    model_id: 'openai/gpt-oss-120b',
    framework: { orchestration: 'LangGraph', tracing: 'otel-collector' },
    hardware: { cloud_provider: 'aws', instance_family: 'p5', gpu_type: 'H100' },
  };
  const vllm = { protocol: 'openai_compatible' } as const;
  const choices = (stack: StackParts, context: Parameters<typeof stackLockIn>[2] = vllm) =>
    Object.fromEntries(
      stackLockIn(BUILT_IN_FACTS, stack, context).lines.map((one) => [one.component, one.choice]),
    );

  test('an open model on rented H100s with LangGraph and OpenTelemetry is 8', () => {
    assert.deepEqual(choices(open), lock_in.cases.open_model_on_rented_h100.choice);
    assert.equal(stackLockIn(BUILT_IN_FACTS, open, vllm).score, 8);
  });

  test('a closed model on three platforms behind its own protocol with adapters is 30', () => {
    const closed: StackParts = {
      ...open,
      provider: 'anthropic',
      model_id: 'claude-sonnet-4-6',
      hardware: {},
    };
    const lockIn = stackLockIn(BUILT_IN_FACTS, closed, { protocol: 'own_with_adapters' });
    assert.equal(lockIn.score, 30);
    for (const { evidence } of lockIn.lines) assert.notEqual(evidence, '');
  });

  test('Trainium, AGPL, own format and restricted weights', () => {
    const stack: StackParts = {
      ...open,
      model_id: 'llama-3.3-70b-versatile',
      framework: { orchestration: 'n8n', logging: 'pino' },
      hardware: { cloud_provider: 'aws', instance_family: 'trn1' },
    };
    assert.deepEqual(choices(stack), {
      model: 'open_weights_restricted',
      api: 'openai_compatible',
      orchestration: 'source_available',
      telemetry: 'self_hosted_own_format',
      hardware: 'single_cloud_custom_accelerator',
      data_exit: 'exportable_open_format',
    });
  });

  const unknowns: [string, StackParts, Parameters<typeof stackLockIn>[2], string][] = [
    [
      'an unknown model',
      { ...open, model_id: 'secret-9' },
      vllm,
      'whether the weights of my-vllm/secret-9 are open',
    ],
    ['an unknown provider', open, {}, 'which protocol my-vllm speaks'],
    [
      'an unknown framework',
      { ...open, framework: { orchestration: 'Homegrown 9' } },
      vllm,
      'the framework Homegrown 9',
    ],
    ['an unknown GPU', { ...open, hardware: { gpu_type: 'TPU v9' } }, vllm, 'the GPU TPU v9'],
    [
      'a closed model whose platforms nobody counted',
      { ...open, model_id: 'claude-fable-5' },
      vllm,
      'on how many platforms claude-fable-5 is',
    ],
  ];
  for (const [what, stack, context, fact] of unknowns) {
    test(`${what} leaves it unknown under every tolerance, and says which fact is missing`, () => {
      const lockIn = stackLockIn(BUILT_IN_FACTS, stack, context);
      assert.equal(lockIn.score, null);
      assert.deepEqual(
        lockIn.missing.map((one) => one.fact),
        [fact],
      );
      for (const word of words.words) assert.notEqual(judgeLockIn(lockIn, tolerance(word)), 'pass');
    });
  }

  test('what is known to be too much already fails', () => {
    const stack: StackParts = {
      ...open,
      model_id: 'secret-9',
      hardware: { cloud_provider: 'aws', instance_family: 'trn1' },
    };
    assert.equal(judgeLockIn(stackLockIn(BUILT_IN_FACTS, stack, vllm), tolerance('none')), 'fail');
  });
});

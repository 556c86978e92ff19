import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../../../../test/support/evaluation-plan.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { createModels } from '../../../models/models.ts';
import { createHeartbeat, maxGapMs } from './heartbeat.ts';
import { createQueueProgressCheck, openModelSlots } from './model-slot.ts';

const MINUTE = 60_000;

test('a run beats while it is active, and falls silent when nothing ends any more', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let beats = 0;
  const heartbeat = createHeartbeat(() => beats++, 5 * MINUTE);
  t.mock.timers.tick(4 * MINUTE);
  assert.equal(beats, 12);
  heartbeat.active();
  t.mock.timers.tick(5 * MINUTE);
  assert.equal(beats, 12 + 15);
  t.mock.timers.tick(60 * MINUTE);
  assert.equal(beats, 12 + 15);
  heartbeat.active();
  t.mock.timers.tick(MINUTE);
  assert.equal(beats, 12 + 15 + 3);
  heartbeat.stop();
  t.mock.timers.tick(MINUTE);
  assert.equal(beats, 12 + 15 + 3);
});

test('a run may be silent for longer than one request and than the longest pause a server may ask for', () => {
  const plan = planOf([1], 1, 1);
  plan.methodology.request_timeout_ms = 3_600_000;
  assert.ok(maxGapMs(plan) > 3_600_000 + 5 * MINUTE);
  plan.methodology.request_timeout_ms = 1000;
  assert.ok(maxGapMs(plan) > 5.5 * MINUTE);
});

test('waiting for a slot of a shared connection is alive while the queue moves, and only then', async () => {
  const config = { name: 'p', kind: 'openai-compatible' as const, baseUrl: 'http://127.0.0.1:1/v1' };
  const models = createModels({ providers: [{ ...config, maxConcurrency: 1 }], log: silentLog });
  const plan = planOf([1], 1, 1);
  for (const target of plan.targets) Object.assign(target, { provider: 'p', modelId: 'm' });
  const open = () => openModelSlots(models, plan).targets;
  const [theirs, ours] = [open(), open()];
  const [their, our] = [theirs[0]?.limiter, ours[0]?.limiter];
  assert.ok(their && our);
  const moves = createQueueProgressCheck(ours);
  const first = await their.acquire();
  const mine = our.acquire();
  await new Promise(setImmediate);
  assert.equal(our.state().waiting, 1);
  assert.equal(moves(), true); // the slot they were given
  assert.equal(moves(), false); // and none since
  first.release();
  (await mine).release();
  assert.equal(moves(), false); // a slot was given, and nothing waits
});

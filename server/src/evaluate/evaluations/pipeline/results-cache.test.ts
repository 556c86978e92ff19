import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../../test/support/until.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { createResultsCache } from './results-cache.ts';

const running = { id: 'e', status: 'running', fence: 1 } as EvaluationHead;

function counted(ms = 0) {
  let times = 0;
  const share = createResultsCache(async () => {
    times++;
    await sleep(ms);
    return null;
  });
  return { share, times: () => times };
}

test('what is asked for at once is measured once for each evaluation, status and run', async () => {
  const { share, times } = counted(20);
  const rows = [
    running,
    { ...running, id: 'f' },
    { ...running, status: 'cancelled' },
    { ...running, fence: 2 },
  ];
  for (const row of rows) await Promise.all([share(row), share(row), share(row)]);
  assert.equal(times(), 4);
});

test('it is measured anew after a while', async () => {
  const { share, times } = counted(1);
  await until(async () => {
    await share(running);
    return times() >= 3;
  }, 1);
});

test('a failure is not kept', async () => {
  let fails = true;
  const share = createResultsCache(async () => {
    if (fails) throw new Error('no');
    return null;
  });
  await assert.rejects(share(running), /no/);
  fails = false;
  await sleep(1);
  assert.equal(await share(running), null);
});

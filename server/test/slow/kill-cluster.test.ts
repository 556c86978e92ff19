import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startCluster } from '../support/cluster.ts';
import { postgresSkipReason } from '../support/postgres.ts';
import { killCluster, PROVIDER, scriptFor } from './kill-cluster.ts';

/** 3 s are the goal on a free machine; by the end of a lease, renewed every 5 s of its 15, it would take 10 s. */
const TAKEN_OVER_WITHIN_MS = 10_000;

describe('kills of all roles of a cluster', { skip: postgresSkipReason() ?? false }, () => {
  test('lose nothing, ask nothing again, and keep ceiling and cap', async (t: TestContext) => {
    const cluster = await startCluster(scriptFor(500), PROVIDER);
    try {
      const { takeovers, ...counted } = await killCluster(cluster, 5, 2500);
      t.diagnostic(`${JSON.stringify(counted)}, taken over after ${takeovers.map(Math.round).join(', ')} ms`);
      assert.ok(
        takeovers.every((ms) => ms < TAKEN_OVER_WITHIN_MS),
        takeovers.join(),
      );
    } finally {
      await cluster.stop();
    }
  });
});

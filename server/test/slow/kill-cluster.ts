/**
 * SIGKILL for all roles of a cluster (two API nodes behind a proxy, three workers) while they ask one evaluation
 * together: nothing acknowledged or committed may be lost, nothing that is committed asked again, the account's ceiling
 * never exceeded, and of another evaluation `max_cost_usd` by no more than a call a worker. The requests are counted by
 * the model server, which lives on.
 *
 *   node server/test/slow/kill-cluster.ts [kills] [units] [ms an answer takes]
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promptSha256 } from '@touchstone/mock';
import type { ServeProcess } from '../support/cli-process.ts';
import type { Cluster } from '../support/cluster.ts';
import { arithmetic, mockTarget } from '../support/evaluation-service.ts';
import { startPrivatePostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what this script expects of it is what it asserts.
type Body = any;

const WORKERS = 3;
const AT_ONCE = 40;
const PRICE = { input_usd_per_million: '100', output_usd_per_million: '100' };
/** Below what three workers ask for. */
const CEILING = 100;
export const PROVIDER = { max_concurrency: CEILING, prices: { model: PRICE } };

export interface KilledCluster {
  kills: number;
  units: number;
  /** Milliseconds from SIGKILL of a worker that held jobs until it held none. */
  takeovers: number[];
  acknowledged: number;
  /** Requests sent again for what was not committed, and calls that are said to be cut off. */
  again: number;
  cutOff: number;
  unitsPerSecond: number;
  mostInFlight: number;
  /** By how many calls `max_cost_usd` was exceeded; below 0 where it was kept. */
  callsOverCap: number;
}

export function scriptFor(latencyMs: number) {
  const latency = { distribution: 'constant' as const, ms: latencyMs };
  return { models: { model: { answers: { kind: 'list' as const, values: ['1'] }, latency } } };
}

/** Throws at the first thing that is not as it must be. @param cluster with `PROVIDER` and `scriptFor` */
export async function killCluster(cluster: Cluster, kills: number, units: number): Promise<KilledCluster> {
  const { mock, db } = cluster;
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => cluster.startWorker()));
  const { body: workspace } = await cluster.call('POST', '/workspaces', { name: 'Kills' });
  const at = `/workspaces/${workspace.id}`;
  const writer = keepWriting(cluster, at);
  const begun = performance.now();
  const path = await start(cluster, at, units, {});
  const seen = await createSeen(cluster, path);
  const takeovers: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await sleep(200 + Math.random() * 800);
    await seen.look();
    // Two of five are API nodes.
    if (kill % 5 < WORKERS) takeovers.push(...(await killWorker(cluster, workers)));
    else await killNode(cluster);
  }
  const evaluation = await ended(cluster, path);
  const seconds = (performance.now() - begun) / 1000;
  await seen.look();
  const names = await writer.stop();
  const { rows } = await db.query('SELECT name FROM stacks');
  const kept = new Set(rows.map(({ name }: Body) => name));
  assert.deepEqual(
    names.filter((name) => !kept.has(name)),
    [],
    'acknowledged writes are lost',
  );
  const { coverage, cost } = evaluation.results;
  assert.deepEqual([evaluation.status, coverage[0].scored], ['completed', units]);
  const { requests, max_in_flight: mostInFlight, forgotten_prompts } = mock.stats();
  const [again, cutOff] = [requests - units, cost.cut_off_calls ?? 0];
  assert.equal(forgotten_prompts, 0);
  assert.ok(again <= cutOff, `${again} requests were sent again, ${cutOff} are said to be cut off`);
  assert.ok(mostInFlight <= CEILING, `${mostInFlight} calls were in flight`);
  const each = Number(cost.usd) / units;
  const callsOverCap = await overCap(cluster, workers, at, each);
  assert.ok(callsOverCap <= WORKERS, `max_cost_usd was exceeded by ${callsOverCap} calls`);
  const unitsPerSecond = units / seconds;
  const counted = { takeovers, acknowledged: names.length, again, cutOff, unitsPerSecond, mostInFlight };
  return { kills, units, ...counted, callsOverCap };
}

async function start({ call }: Cluster, at: string, units: number, methodology: object): Promise<string> {
  const { status, body } = await call('POST', `${at}/evaluations`, {
    name: 'E',
    targets: [mockTarget('model')],
    benchmarks: [arithmetic(units)],
    methodology: { cache: false, concurrency: AT_ONCE, max_concurrency: WORKERS * AT_ONCE, ...methodology },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return `${at}/evaluations/${body.id}`;
}

/** Kills one of the workers, and starts another; how long it held jobs, where it did. */
async function killWorker({ db, startWorker }: Cluster, workers: ServeProcess[]): Promise<number[]> {
  const [worker] = workers.splice(Math.floor(Math.random() * workers.length), 1) as [ServeProcess];
  const holds = async () =>
    (await db.query(`SELECT 1 FROM jobs WHERE split_part(owner, '/', 2) = $1`, [`${worker.child.pid}`]))
      .rowCount !== 0;
  const held = await holds();
  await worker.kill();
  const killed = performance.now();
  const next = startWorker();
  if (held) await until(async () => !(await holds()), 20);
  const took = performance.now() - killed;
  workers.push(await next);
  return held ? [took] : [];
}

async function killNode(cluster: Cluster): Promise<void> {
  const node = cluster.nodes[Math.floor(Math.random() * cluster.nodes.length)] as ServeProcess;
  await node.kill();
  await cluster.replaceNode(node);
}

/** Creates stacks one after another, whatever happens; answers the names of those that were acknowledged. */
function keepWriting({ call }: Cluster, at: string) {
  const acknowledged: string[] = [];
  let on = true;
  const done = (async () => {
    for (let n = 0; on; n++) {
      const name = `written ${n}`;
      // A node that is killed breaks off; the proxy tries no other.
      const answer = await call('POST', `${at}/stacks`, { name, model: {} }).catch(() => null);
      if (answer?.status === 201) acknowledged.push(name);
      await sleep(50);
    }
  })();
  return {
    async stop() {
      on = false;
      await done;
      return acknowledged;
    },
  };
}

/** What was committed when somebody looked, with how often it had been asked: it is never asked again, and never gone. */
async function createSeen({ db, mock }: Cluster, path: string) {
  const id = path.split('/').at(-1);
  const items = await db.query(
    'SELECT item, content_json FROM evaluation_items WHERE evaluation_id = $1 ORDER BY item',
    [id],
  );
  const keys = items.rows.map(({ content_json }: Body) => promptSha256(JSON.parse(content_json).input));
  const askedWhenSeen = new Map<number, number>();
  return {
    async look(): Promise<void> {
      const committed = await db.query('SELECT item FROM evaluation_samples WHERE evaluation_id = $1', [id]);
      const { prompts = [] } = mock.stats('all');
      const counts = new Map(prompts.map(({ sha256, requests }) => [sha256, requests]));
      const now = new Set<number>(committed.rows.map(({ item }: Body) => Number(item)));
      for (const [item, asked] of askedWhenSeen) {
        assert.ok(now.has(item), `what was committed of item ${item} is lost`);
        assert.equal(counts.get(keys[item] as string), asked, `item ${item} was asked again`);
      }
      for (const item of now) {
        if (askedWhenSeen.has(item)) continue;
        const asked = counts.get(keys[item] as string) ?? 0;
        assert.ok(asked > 0, `item ${item} has an answer and was never asked`);
        askedWhenSeen.set(item, asked);
      }
    },
  };
}

/** An evaluation that may spend what three fifths of it cost, with workers that are killed: calls paid for above that. */
async function overCap(cluster: Cluster, workers: ServeProcess[], at: string, each: number): Promise<number> {
  const units = 1500;
  await cluster.mock.reset();
  const max_cost_usd = Number((each * units * 0.6).toFixed(6));
  const path = await start(cluster, at, units, { max_cost_usd });
  for (let kill = 0; kill < 3; kill++) {
    await until(() => cluster.mock.stats().requests > (kill + 1) * 150, 20);
    await killWorker(cluster, workers);
  }
  const { status, stop_reason } = await ended(cluster, path);
  assert.deepEqual([status, stop_reason], ['cancelled', 'budget']);
  const { model } = cluster.mock.stats().models;
  const usd = (((model?.prompt_tokens ?? 0) + (model?.completion_tokens ?? 0)) * 100) / 1e6;
  return (usd - max_cost_usd) / each;
}

async function ended({ call }: Cluster, path: string): Promise<Body> {
  return until(
    async () => {
      const answer = await call('GET', path).catch(() => null);
      if (answer?.status !== 200) return false;
      return !['queued', 'running'].includes((answer.body as Body).status) && answer.body;
    },
    200,
    600_000,
  );
}

if (import.meta.main) {
  const [kills = 60, units = 12_000, latencyMs = 500] = process.argv.slice(2).map(Number);
  const { BUNDLES, buildServer } = await import('../../../scripts/build-server.ts');
  const server = await startPrivatePostgres();
  if ('skipped' in server) throw new Error(server.skipped);
  mkdirSync(BUNDLES, { recursive: true });
  const folder = mkdtempSync(join(BUNDLES, 'kill-cluster-'));
  try {
    process.env.TEST_CLI = await buildServer(folder);
    process.env.TEST_DATABASE_URL = server.url;
    // It reads which program it starts, and where, when it is imported.
    const { startCluster } = await import('../support/cluster.ts');
    const cluster = await startCluster(scriptFor(latencyMs), PROVIDER);
    try {
      const { takeovers, ...counted } = await killCluster(cluster, kills, units);
      console.table([counted]);
      const sorted = takeovers.toSorted((a, b) => a - b);
      const [p50, p99] = [0.5, 0.99].map((p) => sorted[Math.ceil(p * sorted.length) - 1]);
      console.log(
        `${kills} kills (load ${loadavg()[0]?.toFixed(1)}): nothing lost, nothing committed asked again; of ${sorted.length} ` +
          `workers with work it was free after ${Math.round(p50 ?? 0)} ms (p50), ${Math.round(p99 ?? 0)} ms (p99)`,
      );
    } finally {
      await cluster.stop();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

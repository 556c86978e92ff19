import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUNDLES, buildServer } from '../scripts/build-server.ts';
import type { ServeProcess } from '../server/test/support/cli-process.ts';
import type { Cluster } from '../server/test/support/cluster.ts';
import { arithmetic, mockTarget } from '../server/test/support/evaluation-service.ts';
import { startPrivatePostgres } from '../server/test/support/postgres.ts';
import { until } from '../server/test/support/until.ts';

/*
 * A long run of a cluster that is used all the time: evaluations, sources that come and go, searches, a stream of events
 * that is opened and closed, and a worker that is killed every minute. Of the processes that live through it, an API node
 * and a worker, it watches memory, open files and connections, and draws them.
 *
 *   node bench/soak.ts [minutes] [picture.svg]         Linux only
 */

const [minutes = 60, picture = 'soak.svg'] = [Number(process.argv[2] ?? 60), process.argv[3]];
/** After it memory is to be flat. */
const SETTLED_MINUTES = 10;
const LOOK_EVERY_MS = 5000;
const EVALUATION_EVERY_MS = 15_000;
const SOURCE_EVERY_MS = 4000;
const SEARCH_EVERY_MS = 500;
const KILL_EVERY_MS = 60_000;
/** What is older is deleted, so that the data stay as large as they are. */
const KEPT_SOURCES = 20;
const KEPT_EVALUATIONS = 5;

/** What is watched of one process. */
interface Look {
  minute: number;
  memoryMb: number;
  files: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
type Body = any;

const server = await startPrivatePostgres();
if ('skipped' in server) throw new Error(server.skipped);
mkdirSync(BUNDLES, { recursive: true });
const folder = mkdtempSync(join(BUNDLES, 'soak-'));
let cluster: Cluster | null = null;
try {
  process.env.TEST_CLI = await buildServer(folder);
  process.env.TEST_DATABASE_URL = server.url;
  // It reads which program it starts, and where, when it is imported.
  const { startCluster } = await import('../server/test/support/cluster.ts');
  const latency = { distribution: 'uniform' as const, min_ms: 20, max_ms: 80 };
  cluster = await startCluster({
    models: { model: { answers: { kind: 'solver', accuracy: 0.8 }, latency } },
  });
  await soak(cluster);
} finally {
  await cluster?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function soak(made: Cluster): Promise<void> {
  const worker = await made.startWorker();
  const watched = { 'API node': made.nodes[0], worker } as const;
  const { body: workspace } = await made.call('POST', '/workspaces', { name: 'Soak' });
  const at = `/workspaces/${workspace.id}`;
  const begun = performance.now();
  const isOver = () => performance.now() - begun > minutes * 60_000;
  const counts = { evaluations: 0, sources: 0, searches: 0, streams: 0, kills: 0, refused: 0 };
  const looks: Record<string, Look[]> = {};
  const connections: { minute: number; open: number }[] = [];

  const loops = [
    every(EVALUATION_EVERY_MS, () => evaluate(made, at).then(() => counts.evaluations++)),
    every(SOURCE_EVERY_MS, () => changeSources(made, at, counts.sources++)),
    every(SEARCH_EVERY_MS, async () => {
      await made.call('POST', `${at}/search`, { query: `word ${counts.searches++ % 50}`, mode: 'hybrid' });
      if (counts.searches % 20 === 0) await openStream(made, at).then(() => counts.streams++);
    }),
    every(KILL_EVERY_MS, async () => {
      const killed = await made.startWorker();
      await sleep(KILL_EVERY_MS / 3);
      await killed.kill();
      counts.kills++;
    }),
    every(LOOK_EVERY_MS, async () => {
      const minute = (performance.now() - begun) / 60_000;
      for (const [name, one] of Object.entries(watched)) {
        looks[name] ??= [];
        looks[name].push({ minute, ...lookAt(one) });
      }
      const { rows } = await made.db.query(
        'SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database()',
      );
      connections.push({ minute, open: rows[0].open });
    }),
  ];
  await Promise.all(loops);
  console.log(`${minutes} minutes, load ${loadavg()[0]?.toFixed(1)}: ${JSON.stringify(counts)}`);
  for (const [name, own] of Object.entries(looks)) {
    const settled = own.filter(({ minute }) => minute >= Math.min(SETTLED_MINUTES, minutes / 2));
    const half = Math.floor(settled.length / 2);
    const mean = (some: readonly Look[], of: keyof Look) =>
      some.reduce((sum, look) => sum + look[of], 0) / some.length;
    for (const what of ['memoryMb', 'files'] as const) {
      const [first, second] = [mean(settled.slice(0, half), what), mean(settled.slice(half), what)];
      console.log(
        `${name}, ${what}: ${first.toFixed(1)} in the first half after it had settled, ${second.toFixed(1)} in the second (${((second / first - 1) * 100).toFixed(1)} %), at the end ${own.at(-1)?.[what].toFixed(1)}`,
      );
    }
  }
  const open = connections.map((one) => one.open);
  console.log(`connections to PostgreSQL: at most ${Math.max(...open)}, at the end ${open.at(-1)}`);
  writeFileSync(picture ?? 'soak.svg', draw(looks));

  /** Again and again until the time is over. What a kill breaks off is refused, and counted. */
  async function every(ms: number, act: () => Promise<unknown>): Promise<void> {
    while (!isOver()) {
      await act().catch((error: Error) => {
        counts.refused++;
        console.error(error.message);
      });
      await sleep(ms);
    }
  }
}

async function evaluate({ call }: Cluster, at: string): Promise<void> {
  const { status, body } = await call('POST', `${at}/evaluations`, {
    name: 'E',
    targets: [mockTarget('model')],
    benchmarks: [arithmetic(100)],
    methodology: { cache: false, concurrency: 4 },
  });
  if (status !== 201) throw new Error(`an evaluation is ${status}`);
  await until(async () => {
    const { body: evaluation } = await call('GET', `${at}/evaluations/${body.id}`);
    return !['queued', 'running'].includes((evaluation as Body).status);
  }, 500);
  const { body: all } = await call('GET', `${at}/evaluations?limit=100`);
  for (const { id } of (all as Body).data.slice(KEPT_EVALUATIONS))
    await call('DELETE', `${at}/evaluations/${id}`);
}

async function changeSources({ call, proxy, headers }: Cluster, at: string, n: number): Promise<void> {
  const words = Array.from({ length: 400 }, (_, i) => `word ${(n * 7 + i) % 50} of text ${n}.`);
  const { status } = await fetch(`${proxy.url}${at}/sources?type=text&filename=source-${n}.txt`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: words.join(' '),
  });
  if (status >= 300) throw new Error(`a source is ${status}`);
  const { body: all } = await call('GET', `${at}/sources?limit=100`);
  for (const { id } of (all as Body).data.slice(KEPT_SOURCES)) await call('DELETE', `${at}/sources/${id}`);
}

/** Opens a stream of events, and goes away. */
async function openStream({ proxy, headers }: Cluster, at: string): Promise<void> {
  const stop = new AbortController();
  const { body } = await fetch(`${proxy.url}${at}/events`, { headers, signal: stop.signal });
  await body?.getReader().read();
  stop.abort();
}

function lookAt({ child }: ServeProcess): Pick<Look, 'memoryMb' | 'files'> {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return { memoryMb: kilobytes / 1024, files: readdirSync(`/proc/${child.pid}/fd`).length };
}

/** Memory above, open files below, a line for each process. */
function draw(looks: Readonly<Record<string, readonly Look[]>>): string {
  const [width, height, left] = [760, 180, 60];
  const colors = ['#2563eb', '#c2410c'];
  const panel = (of: 'memoryMb' | 'files', title: string, top: number) => {
    const most = Math.max(...Object.values(looks).flatMap((own) => own.map((look) => look[of]))) * 1.1;
    const x = (minute: number) => left + (minute / minutes) * (width - left - 10);
    const y = (value: number) => top + height - 30 - (value / most) * (height - 60);
    const lines = Object.values(looks).map((own, i) => {
      const points = own.map((look) => `${x(look.minute).toFixed(1)},${y(look[of]).toFixed(1)}`);
      return `<polyline fill="none" stroke="${colors[i]}" stroke-width="1.5" points="${points.join(' ')}"/>`;
    });
    const marks = [0, 0.5, 1].map((share) => {
      const value = (most / 1.1) * share;
      return `<text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${Math.round(value)}</text><line x1="${left}" x2="${width - 10}" y1="${y(value)}" y2="${y(value)}" stroke="#888" stroke-opacity="0.3"/>`;
    });
    const times = [0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        `<text x="${x(minutes * share)}" y="${top + height - 12}" text-anchor="middle">${Math.round(minutes * share)} min</text>`,
    );
    return `<text x="${left}" y="${top + 16}" font-weight="bold">${title}</text>${marks.join('')}${times.join('')}${lines.join('')}`;
  };
  const names = Object.keys(looks).map(
    (name, i) => `<text x="${300 + i * 120}" y="16" fill="${colors[i]}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 30} ${2 * height}" font-family="sans-serif" font-size="12" fill="#666" role="img" aria-label="Memory and open files during a soak of ${minutes} minutes"><rect width="100%" height="100%" fill="#fff"/>${names.join('')}${panel('memoryMb', 'Memory, MB', 0)}${panel('files', 'Open files', height)}</svg>\n`;
}

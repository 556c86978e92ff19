import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../server/src/search/lsa/seeded-random.ts';
import { startEmbeddingServer } from '../server/test/support/embedding-server.ts';
import { writeProviders } from '../server/test/support/evaluation-service.ts';
import { startService } from '../server/test/support/service.ts';
import { until } from '../server/test/support/until.ts';
import { quantile } from './lib/zipf-text.ts';

/**
 * Searches over HTTP while the embedding server is slow, hangs or fails: how long they take, how many of them are
 * hybrid, and what the others say. Then how long 3,000 chunks take to embed: node bench/search-embedding.ts [queries]
 */
const QUERIES = Number(process.argv[2] ?? 225);
const CLIENTS = 4;
const HANGS_MS = 60_000;

const random = seededRandom(1);
const share = (part: number, then: number, otherwise: number) => () => ({
  delayMs: random() < part ? then : otherwise,
});
const SERVERS: [name: string, reply: () => { delayMs: number } | { status: number }][] = [
  ['20 ms', () => ({ delayMs: 20 })],
  ['300 ms', () => ({ delayMs: 300 })],
  ['50 ms, one in 50 takes 1.5 s', share(0.02, 1500, 50)],
  ['50 ms, one in 10 takes 1.5 s', share(0.1, 1500, 50)],
  ['50 ms, one in 20 never answers', share(0.05, HANGS_MS, 50)],
  ['always 1 s', () => ({ delayMs: 1000 })],
  ['fails at once', () => ({ status: 500 })],
];

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const server = await startEmbeddingServer();
  const place = {
    url: undefined,
    dataDir,
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
  const service = await startService(place, {
    'touchstone-config': writeProviders(dataDir, server),
    'embedding-model': 'mock/small',
    'requests-per-minute': '1000000',
  });
  const { body: workspace } = await service.call('POST', '/workspaces', { name: 'Bench' });
  const add = (content: string) =>
    service.call('POST', `/workspaces/${workspace.id}/sources`, { type: 'text', content });
  const search = async (query: string) =>
    (await service.call('POST', `/workspaces/${workspace.id}/search`, { query })).body;
  await add('Invoices are paid within thirty days.');
  await until(async () => (await search('invoices')).mode === 'hybrid');
  console.log(`${QUERIES} different queries each, ${CLIENTS} at a time`);
  for (const [name, reply] of SERVERS) {
    server.behave(reply);
    const times: number[] = [];
    const modes = new Map<string, number>();
    let next = 0;
    const client = async () => {
      while (next < QUERIES) {
        const query = `invoices ${name} ${next++}`;
        const started = performance.now();
        const { mode, warnings = [] } = await search(query);
        times.push(performance.now() - started);
        const said = [mode, ...warnings.map((warning: string) => warning.split(':')[0])].join(' ');
        modes.set(said, (modes.get(said) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    times.sort((a, b) => a - b);
    const said = [...modes].map(([mode, count]) => `${count} ${mode}`).join(', ');
    const [p50, p95, most] = [quantile(times, 0.5), quantile(times, 0.95), Math.round(times.at(-1) ?? 0)];
    console.log(`${name}: p50 ${p50} ms, p95 ${p95} ms, longest ${most} ms; ${said}`);
  }
  server.behave(() => ({ delayMs: 250 }));
  const paragraph = (n: number) => `# Part ${n}\n\n${`Wheel ${n} was repaired. `.repeat(50)}`;
  await add(Array.from({ length: 3000 }, (_, n) => paragraph(n)).join('\n\n'));
  await until(async () => (await search('wheel')).results.length > 1, 50, 120_000);
  const started = performance.now();
  await until(async () => (await search('wheel')).warnings === undefined, 50, 120_000);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `3,000 chunks, each call 250 ms, from found by keyword to found by meaning: ${seconds} s, at most ${server.maxAtOnce()} calls at once`,
  );
  await service.stop();
  await server.stop();
}

await main();

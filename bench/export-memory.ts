/**
 * What exports of a large evaluation hold in memory: each format is read to its end while the resident memory of the
 * service, a process of its own, is watched; first of a small evaluation, then of a large one.
 *
 *   node bench/export-memory.ts [samples]   (default 100,000)
 */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServeProcess, startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { arithmetic } from '../server/test/support/evaluation-service.ts';
import { httpRequest } from '../server/test/support/http-request.ts';
import { mb, residentBytes } from '../server/test/support/service-calls.ts';

const LARGE = Number(process.argv[2] ?? 100_000);
const FORMATS = ['jsonl', 'csv', 'json', 'junit', 'html'];

const folder = temporaryFolder();
const service = await startServe(['--data-dir', folder.path, '--log-level', 'warn'], {});
try {
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
  for (const samples of [1000, LARGE]) {
    const path = await evaluate(service, samples);
    console.log(`${samples} samples; resident before the exports: ${mb(await residentBytes(service))}`);
    for (const format of FORMATS) await download(service, path, format);
  }
} finally {
  await service.stop();
  folder.remove();
}

/** Two baseline programs on half as many items: one is right, one never. */
async function evaluate({ url }: ServeProcess, samples: number): Promise<string> {
  const { id: workspace } = (await httpRequest('POST', `${url}/workspaces`, { json: { name: 'Bench' } }))
    .body;
  const list = `${url}/workspaces/${workspace}/evaluations`;
  const target = { target_type: 'model', model_provider: 'baseline' };
  const made = await httpRequest('POST', list, {
    json: {
      name: 'Bench',
      targets: [
        { ...target, model_id: 'arithmetic' },
        { ...target, model_id: 'echo' },
      ],
      benchmarks: [arithmetic(samples / 2)],
      methodology: { concurrency: 64 },
    },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const path = `${list}/${made.body.id}`;
  while ((await httpRequest('GET', `${list}?limit=1`)).body.data[0].status !== 'completed') await sleep(500);
  return path;
}

async function download(from: ServeProcess, path: string, format: string): Promise<void> {
  const started = performance.now();
  const response = await fetch(`${path}/export?format=${format}`);
  if (!response.ok || response.body === null) throw new Error(`${format} is ${response.status}`);
  let [bytes, peak, watched] = [0, await residentBytes(from), performance.now()];
  for await (const piece of response.body) {
    bytes += piece.length;
    if (performance.now() - watched < 100) continue;
    watched = performance.now();
    peak = Math.max(peak, await residentBytes(from));
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `  ${format.padEnd(6)} ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, resident at most ${mb(Math.max(peak, await residentBytes(from)))}`,
  );
}

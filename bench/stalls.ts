/**
 * How long `/healthz` takes while inputs arrive that are made to hold the process, one after another: p99 and the
 * slowest answer, and the resident memory before and after.
 *
 *   node bench/stalls.ts [large bodies whose name has this]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServe } from '../server/test/support/cli-process.ts';
import { measureGets } from '../server/test/support/get-latency.ts';
import { largeBodies, sendLarge } from '../server/test/support/large-bodies.ts';
import { ask, mb, residentBytes } from './lib/service-calls.ts';

const only = process.argv[2] ?? '';
const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-stalls-'));
const service = await startServe(['--data-dir', dataDir, '--log-level', 'error']);
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
);

async function during(what: string, work: () => Promise<unknown>): Promise<void> {
  const health = measureGets([`${service.url}/healthz`]);
  const started = performance.now();
  const said = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { p99, most } = await health.stop();
  console.log(
    `${what}: ${said} after ${seconds} s; /healthz p99 ${p99.toFixed(0)} ms, most ${most.toFixed(0)} ms`,
  );
}

try {
  const { id } = await ask(service, 'POST', '/workspaces', { name: 'Stalls' });
  console.log(`resident: ${mb(await residentBytes(service))}`);
  await during('nothing', () => sleep(3000, 'nothing'));
  for (const large of largeBodies(id).filter(({ what }) => what.includes(only)))
    await during(large.what, async () => (await sendLarge(service.url, large)).status);
  console.log(`resident: ${mb(await residentBytes(service))}`);
  await sleep(20_000);
  console.log(`resident 20 s later: ${mb(await residentBytes(service))}`);
} finally {
  await service.stop();
  rmSync(dataDir, { recursive: true });
}

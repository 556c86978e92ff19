/**
 * How long people wait for samples of a large evaluation: any window of the table of items and targets, by number, by
 * unit, and under filters, over HTTP; and how long a filter takes until it has looked at everything.
 *
 *   node bench/samples.ts [units]   (default 1,000,000)
 */
import { cpus, loadavg } from 'node:os';
import { startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';
import { makeLargeEvaluation } from './lib/large-evaluation.ts';

const UNITS = Number(process.argv[2] ?? 1_000_000);
const WINDOWS = 40;
const FILTERS = [
  '',
  'a=Candidate 1&b=Candidate 2&relation=a_higher',
  'outcome=failed',
  'target=Candidate 3&latency_from_ms=3000',
  'text=Question 77',
];

const folder = temporaryFolder();
const path = await makeLargeEvaluation(folder.path, UNITS);
const service = await startServe(['--data-dir', folder.path, '--log-level', 'warn'], {});
try {
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, load ${load}, Node ${process.version}`);
  console.log(`${UNITS} units; resident before: ${mb(await residentBytes(service))}`);
  for (const filter of FILTERS) await measure(filter);
  console.log(`resident after: ${mb(await residentBytes(service))}`);
} finally {
  await service.stop();
  folder.remove();
}

async function measure(filter: string): Promise<void> {
  const started = performance.now();
  let [requests, longest] = [0, 0];
  for (let partial = true; partial; requests++) {
    const began = performance.now();
    ({ partial } = await ask(service, 'GET', `${path}/samples/counts?${encodeURI(filter)}`));
    longest = Math.max(longest, performance.now() - began);
  }
  console.log(
    `${filter || 'no filter'}\n  counted in ${requests} requests of at most ${longest.toFixed(0)} ms, ${((performance.now() - started) / 1000).toFixed(1)} s in all`,
  );
  const { total } = await ask(service, 'GET', `${path}/samples/matrix?limit=1&${encodeURI(filter)}`);
  const times: number[] = [];
  for (let i = 0; i < WINDOWS; i++) {
    const at = Math.floor((total * ((i * 17) % WINDOWS)) / WINDOWS);
    const began = performance.now();
    await ask(service, 'GET', `${path}/samples/matrix?limit=100&offset=${at}&${encodeURI(filter)}`);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const [half, last] = [times[WINDOWS / 2] as number, times.at(-1) as number];
  console.log(
    `  ${WINDOWS} windows of 100 of ${total} rows: ${half.toFixed(1)} ms at the median, ${last.toFixed(1)} ms at most`,
  );
}

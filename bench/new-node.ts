/**
 * How soon an API node with an empty folder is ready, and answers as the first one does in all modes, with a snapshot of
 * the index and without one.
 * Starts a PostgreSQL where TEST_DATABASE_URL names none.
 *
 *   node bench/new-node.ts [chunks]
 */
import { cpus, loadavg } from 'node:os';
import { startNewNodes } from '../server/test/slow/new-node.ts';
import { startPostgres } from '../server/test/support/postgres.ts';

const postgres = await startPostgres();
if ('skipped' in postgres) throw new Error(postgres.skipped);
process.env.TEST_DATABASE_URL = postgres.url;
const { chunks, bytes, without, withSnapshot } = await startNewNodes(Number(process.argv[2] ?? 100_000));
const load = loadavg().map((value) => value.toFixed(1));
console.log(
  `${cpus().length} cores, load ${load.join(' ')}; ${chunks} chunks, snapshot of ${(bytes / 1e6).toFixed(0)} MB`,
);
for (const [name, { readySeconds, equalSeconds }] of [
  ['without a snapshot', without],
  ['with a snapshot', withSnapshot],
] as const)
  console.log(
    `${name}: ready after ${readySeconds.toFixed(1)} s, the same answers after ${equalSeconds.toFixed(1)} s`,
  );
await postgres.stop();

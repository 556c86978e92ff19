/**
 * An import of a large file of recorded traffic, with a service that is killed in the middle of a part and again while
 * the dataset and the traces are made and read: how fast it is, and the most memory that the service held. It fails
 * where a call is lost or there twice.
 *
 *   node bench/imports.ts [megabytes]   (default 2000)
 */
import { cpus, loadavg } from 'node:os';
import { killImport } from '../server/test/slow/kill-imports.ts';

const { bytes, calls, receivedMs, madeMs, residentBytes } = await killImport(Number(process.argv[2] ?? 2000));
const mb = (value: number) => `${(value / 1e6).toFixed(0)} MB`;
console.log(
  `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(`${mb(bytes)}, ${calls} calls, killed twice: each call once`);
console.log(
  `  received in ${(receivedMs / 1000).toFixed(1)} s (${mb((bytes * 1000) / receivedMs)} a second)`,
);
console.log(`  made and read in ${(madeMs / 1000).toFixed(1)} s`);
console.log(
  residentBytes === null
    ? '  resident: unknown'
    : `  resident at most ${mb(residentBytes.receiving)} while it was received, ${mb(residentBytes.making)} while its sources were made and read`,
);

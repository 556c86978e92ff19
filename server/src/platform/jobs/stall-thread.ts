import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { readStallCounts, type SharedStallState } from './stall-counts.ts';

/** The entry of the thread that checks whether the main loop still turns, see `stall-watch.ts`. */
const { file, heldAfterMs, state, jobs } = workerData as SharedStallState;
const CHECKS_PER_STALL = 15;

let seen = -1;
// Counts checks instead of time: a suspended machine stops the whole process without a stall.
let stillFor = 0;

setInterval(() => {
  const turns = Atomics.load(state, 0);
  stillFor = turns === seen ? stillFor + 1 : 0;
  seen = turns;
  if (stillFor === CHECKS_PER_STALL) noteJobs();
}, heldAfterMs / CHECKS_PER_STALL);

function noteJobs(): void {
  const ids = JSON.parse(Buffer.from(jobs.slice(0, Atomics.load(state, 1))).toString() || '[]') as string[];
  if (ids.length === 0) return;
  const counts = readStallCounts(file);
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
  writeFileSync(file, JSON.stringify(counts));
}

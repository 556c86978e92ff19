import { openDatabase } from '../../src/platform/db/db.ts';
import { createJobs } from '../../src/platform/jobs/jobs.ts';
import { silentLog } from './silent-log.ts';

/** A program whose job holds its process for ever: `node holding-job.ts <data directory> <stall file> <ms>`. */
const [dataDir = '', stallFile = '', heldAfterMs = ''] = process.argv.slice(2);
const db = await openDatabase({ dataDir, log: silentLog });
const jobs = createJobs({ db, log: silentLog, stallFile, heldAfterMs: Number(heldAfterMs) });
jobs.define('hold', {
  async run() {
    for (;;);
  },
});
await db.write((batch) => jobs.enqueue(batch, { kind: 'hold', workspaceId: 'w', key: 'one', payload: {} }));
await jobs.start();

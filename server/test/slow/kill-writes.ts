/**
 * SIGKILL while writes run: the embedded database is opened by a child that writes all the time and says what was
 * acknowledged; the child is killed at a random moment, and everything it said must be there, whole.
 *
 *   node server/test/kill-writes.ts [kills]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newId } from '../../src/kernel/ids.ts';
import { type Database, openDatabase } from '../../src/platform/db/db.ts';
import { silentLog } from '../support/silent-log.ts';

const WRITERS = 32;
const LONGEST_LIFE_MS = 400;

export interface KillReport {
  kills: number;
  /** Kills before anything was acknowledged, which show nothing. */
  idle: number;
  acknowledged: number;
  lost: string[];
  /** Batches of which one row is there and the other is not. */
  torn: string[];
}

const self = fileURLToPath(import.meta.url);

if (process.argv[1] === self) {
  if (process.argv[2] === 'write') await writeForever(process.argv[3] ?? '');
  else await report(Number(process.argv[2] ?? 20));
}

async function report(kills: number): Promise<void> {
  const { lost, torn, ...rest } = await killWhileWriting(kills);
  console.log({ ...rest, lost: lost.length, torn: torn.length });
  if (lost.length > 0 || torn.length > 0) process.exitCode = 1;
}

export async function killWhileWriting(kills: number): Promise<KillReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-kill-'));
  const told = new Set<string>();
  let idle = 0;
  try {
    for (let kill = 0; kill < kills; kill++) {
      const before = told.size;
      await runAndKill(dataDir, told);
      if (told.size === before) idle++;
    }
    return { kills, idle, acknowledged: told.size, ...(await compare(dataDir, told)) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One life of the child, ended at a random moment after its first acknowledged write. */
async function runAndKill(dataDir: string, told: Set<string>): Promise<void> {
  const child = fork(self, ['write', dataDir], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (!child.stdout) throw new Error('The child has no stdout.');
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (id) => told.add(id));
  const closed = once(child, 'close');
  await Promise.race([once(lines, 'line'), closed]);
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_LIFE_MS);
  const [code, signal] = await closed;
  clearTimeout(timer);
  if (signal !== 'SIGKILL') throw new Error(`The writing process ended by itself with ${code}.`);
}

async function compare(dataDir: string, told: Set<string>): Promise<Pick<KillReport, 'lost' | 'torn'>> {
  const db = await openDatabase({ dataDir, log: silentLog });
  try {
    const ids = async (table: 'workspaces' | 'scenarios') =>
      new Set((await db.longQuery.selectFrom(table).select('id').execute()).map(({ id }) => id));
    const [parents, children] = [await ids('workspaces'), await ids('scenarios')];
    return {
      lost: [...told].filter((id) => !parents.has(id)),
      torn: [...parents.symmetricDifference(children)],
    };
  } finally {
    await db.close();
  }
}

/** The child: two rows a batch, from many callers at once; a batch is told when its write has resolved. */
async function writeForever(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, log: silentLog });
  // A child that is orphaned ends.
  process.once('disconnect', () => process.exit(1));
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (;;) process.stdout.write(`${await writeOne(db)}\n`);
    }),
  );
}

async function writeOne(db: Database): Promise<string> {
  const id = newId();
  const life = { name: 'Name', revision: 1, created_at: 1, updated_at: 1 };
  await db.write((batch) => {
    batch.add(
      batch.query.insertInto('workspaces').values({ id, description: null, deleted_at: null, ...life }),
    );
    batch.add(
      batch.query.insertInto('scenarios').values({
        workspace_id: id,
        id,
        workload_type: 'chat',
        traffic_profile: null,
        slo_requirements_json: '{}',
        budget_json: '{}',
        compliance_json: '{}',
        quality_json: '[]',
        session_requirements_json: '{}',
        vendor_lock_in_tolerance: null,
        ...life,
      }),
    );
  });
  return id;
}

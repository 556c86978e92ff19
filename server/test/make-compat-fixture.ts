// Makes the fixture of compat-database.test.ts: databases as this version writes them, and its answer to every GET. Run
// it in a checkout of the version whose databases must stay readable; it takes about four minutes and no network:
//
//   node_modules/.bin/node server/test/make-compat-fixture.ts
//
// The committed databases were made by commit 08ef4e7. To make them again, copy this file and support/compat/ into a
// checkout of that commit, correct the imports of files that have moved since, and copy fixtures/compat/ back.
//
// Where a change alters on purpose what is read or computed of them, record the answers anew; the databases stay:
//
//   node_modules/.bin/node server/test/make-compat-fixture.ts --answers
//
// It prints each answer that changed, and where. Read them all: they are what your change does to data people have.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { differences } from './support/compat/difference.ts';
import { databaseIn, placeDatabase, writeFixture } from './support/compat/fixture.ts';
import { COMPAT_PROVIDER, compatScript } from './support/compat/models.ts';
import { changedAnswers, readAnswers, recordAll, rescoreAll } from './support/compat/record.ts';
import { fillSettled } from './support/compat/settled.ts';
import { fillUnfinished, finishAll } from './support/compat/unfinished.ts';
import { type EvaluationService, startEvaluationService } from './support/evaluation-service.ts';
import { writeFixtures } from './support/published-files.ts';
import { answers, startWebServer } from './support/web-server.ts';

/** So slow that what is to be stopped in the middle has not ended. */
const SLOW_MS = 200;
const PAGE =
  '<!doctype html><title>Pumps of the hall</title><body><h1>Pumps</h1><p>The pump on this page was tested on 3 May 2024.</p>';

const answersOnly = process.argv.includes('--answers');
const work = mkdtempSync(join(tmpdir(), 'touchstone-compat-'));
try {
  if (!answersOnly) await makeDatabases();
  const settled = await withService('settled again', { database: 'settled.db' }, recordAll);
  const rescored = await withService('rescored', { database: 'settled.db' }, rescoreAll);
  const finished = await withService('finished', { database: 'unfinished.db' }, finishAll);
  if (answersOnly) {
    const before = readAnswers();
    const all = [
      ...changedAnswers(before.settled, settled),
      ...changedAnswers(before.rescored, rescored).map((one) => `graded again: ${one}`),
      ...Object.entries(finished).flatMap(([name, end]) =>
        differences(before.finished[name], end).map((where) => `finished, ${name}: ${where}`),
      ),
    ];
    console.log(all.join('\n'));
  }
  writeFixture('answers.json', Buffer.from(JSON.stringify({ settled, rescored, finished })));
  console.log(
    `${settled.length} answers, ${rescored.length} after grading again, ${Object.keys(finished).length} finished.`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function makeDatabases(): Promise<void> {
  const web = await startWebServer({ '/page': answers(PAGE) });
  await withService('settled', { allow: web.pair }, async (service, dataDir) => {
    await writeFixtures(join(dataDir, 'benchmarks'));
    await fillSettled(service, web.url);
    await whenIdle(dataDir);
  });
  await web.stop();
  keep('settled');
  await withService('unfinished', { latencyMs: SLOW_MS }, fillUnfinished);
  keep('unfinished');
}

interface How {
  database?: 'settled.db' | 'unfinished.db';
  latencyMs?: number;
  allow?: string;
}

async function withService<T>(
  name: string,
  { database, latencyMs, allow }: How,
  use: (service: EvaluationService, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = join(work, name);
  mkdirSync(dataDir);
  if (database) placeDatabase(database, dataDir);
  const place = { dataDir, url: undefined, remove: async () => {} };
  const settings = allow === undefined ? undefined : { 'fetch-allow-hosts': allow };
  const service = await startEvaluationService(place, compatScript(latencyMs), COMPAT_PROVIDER, settings);
  try {
    return await use(service, dataDir);
  } finally {
    await service.stop();
  }
}

/** Waits until no job is left: one that ran later would change what is read. */
async function whenIdle(dataDir: string): Promise<void> {
  const db = new DatabaseSync(databaseIn(dataDir), { readOnly: true });
  const left = () => db.prepare('SELECT kind, due_at FROM jobs WHERE due_at < ?').all(Date.now() + 60_000);
  while (left().length > 0) await sleep(100);
  console.log('jobs that wait for later:', db.prepare('SELECT kind FROM jobs').all());
  db.close();
}

/** The database alone, in its smallest form: all else in a data directory is made anew. */
function keep(name: 'settled' | 'unfinished'): void {
  const db = new DatabaseSync(databaseIn(join(work, name)));
  const copy = join(work, `${name}.db`);
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  writeFixture(`${name}.db`, readFileSync(copy));
}

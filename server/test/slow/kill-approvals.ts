/**
 * Kills a service with SIGKILL while people approve what agents asked for, again and again, and restarts it on the same
 * data: what is approved was carried out, once; what is not is pending, and can be approved still.
 *
 *   node server/test/slow/kill-approvals.ts [kills] [postgres]
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import type { TestPlace } from '../support/each-database.ts';
import { arithmetic, mockTarget, writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { inPlace } from '../support/in-place.ts';
import { until } from '../support/until.ts';

/** What one kill met. */
interface Life {
  /** Requests that were approved when the process was killed, and those that still waited. */
  approved: number;
  pending: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what this script expects of it is what it asserts.
type Body = any;

/** Of each life; each is approved by two people at once. */
const REQUESTS = 6;
/** Until the kill, after so many were approved as this life is to have: a busy machine takes its time for each. */
const KILLED_WITHIN_MS = 60;
/** Some take several batches to write (500 items each), so that a kill may leave one hidden. */
const ITEMS = [2, 1200];

/** Runs the whole procedure in this place, and removes it; throws at the first thing that is not as it must be. */
export async function killApprovals(
  place: TestPlace,
  kills: number,
  random: () => number = Math.random,
): Promise<Life[]> {
  const mock = await startMockModel({ script: { models: { right: {} } } });
  const config = writeProviders(place.dataDir, mock);
  const serve = () =>
    startServe(
      ['--data-dir', place.dataDir, '--log-level', 'silent', '--touchstone-config', config],
      place.url === undefined ? {} : { DATABASE_URL: place.url },
    );
  let process = await serve();
  try {
    const { id } = await ask(process, 'POST', '/workspaces', { name: 'Kills' });
    const person = (await ask(process, 'POST', '/api-keys', { name: 'me', role: 'admin' })).key;
    const key = { name: 'agent', role: 'editor', agent: true };
    const agent = (await ask(process, 'POST', '/api-keys', key, person)).key;
    const workspace = `/workspaces/${id}`;
    const lives: Life[] = [];
    const names: string[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const asked: Body[] = [];
      for (let i = 0; i < REQUESTS; i++) {
        const name = `Life ${kill}, request ${i}`;
        const items = ITEMS[i % ITEMS.length] as number;
        const body = { name, targets: [mockTarget('right')], benchmarks: [arithmetic(items)] };
        asked.push(await ask(process, 'POST', `${workspace}/evaluations`, body, agent));
        names.push(name);
      }
      const paths = asked.map((approval) => `${workspace}/approvals/${approval.id}`);
      let carriedOut = 0;
      const decisions = [...paths, ...paths].map(async (path) => {
        const status = await approve(process, path, person);
        if (status === 200) carriedOut++;
        return status;
      });
      const least = Math.floor(random() * REQUESTS);
      await until(async () => carriedOut >= least, 1);
      await sleep(random() * KILLED_WITHIN_MS);
      await process.kill();
      const answers = await Promise.all(decisions);
      process = await serve();
      const after = await Promise.all(paths.map((path) => ask(process, 'GET', path, undefined, person)));
      for (const [i, path] of paths.entries()) {
        const acknowledged = [answers[i], answers[i + REQUESTS]].filter((answer) => answer === 200).length;
        assert.ok(acknowledged <= 1, `${path} was approved ${acknowledged} times`);
        if (acknowledged === 1) assert.equal(after[i].status, 'approved', 'an acknowledged approval is lost');
      }
      await requireCarriedOut(process, workspace, person, after);
      const pending = after.filter(({ status }) => status === 'pending');
      lives.push({ approved: REQUESTS - pending.length, pending: pending.length });
      for (const one of pending)
        assert.equal(await approve(process, `${workspace}/approvals/${one.id}`, person), 200);
    }
    const all = await everything(process, `${workspace}/evaluations`, person);
    assert.deepEqual(all.map(({ name }) => name).toSorted(), names.toSorted());
    return lives;
  } finally {
    await process.stop();
    await mock.stop();
    await place.remove();
  }
}

/** What is approved is there by the id that its approval says, once; what is pending is not there. */
async function requireCarriedOut(
  service: ServeProcess,
  workspace: string,
  key: string,
  approvals: readonly Body[],
): Promise<void> {
  const evaluations = await everything(service, `${workspace}/evaluations`, key);
  for (const { status, result, evaluation_name } of approvals) {
    const made = evaluations.filter(({ name }) => name === evaluation_name).map(({ id }) => id);
    assert.deepEqual(
      made,
      status === 'approved' ? [result.evaluation_id] : [],
      `${evaluation_name}, ${status}`,
    );
  }
}

/** The status of the answer; null where the process was killed before it answered. */
function approve(service: ServeProcess, path: string, key: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${key}` };
  return httpRequest('POST', service.url + path, { headers, json: { decision: 'approve' } }).then(
    ({ status }) => status,
    () => null,
  );
}

async function everything(service: ServeProcess, path: string, key: string): Promise<Body[]> {
  return (await ask(service, 'GET', `${path}?limit=1000`, undefined, key)).data;
}

async function ask(
  service: ServeProcess,
  method: string,
  path: string,
  json?: unknown,
  key?: string,
): Promise<Body> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const { status, body } = await httpRequest(method, service.url + path, { json, headers });
  assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}

if (import.meta.main) {
  const database = process.argv[3] === 'postgres' ? 'postgres' : 'sqlite';
  const lives = await inPlace(database, (place) => killApprovals(place, Number(process.argv[2] ?? 30)));
  console.table(lives);
  console.log(`${lives.length} kills: every approved request was carried out once, every other waits still.`);
}

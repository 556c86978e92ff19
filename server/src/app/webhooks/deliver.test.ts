import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import { systemActor } from '../../kernel/actor.ts';
import { newId } from '../../kernel/ids.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { DELIVERY_RETENTION_MS, RETRY_PAUSES_MS, sendDueDeliveries } from './deliver.ts';
import type { SendResult } from './send.ts';
import { findWebhook, type WebhookRow } from './webhook-store.ts';
import { createWebhooks } from './webhooks.ts';

const START = Date.parse('2026-06-01T06:00:00Z');
const HOUR = 3_600_000;
const DELIVERED: SendResult = { status: 204, error: null, retryAfterMs: null };
const FAILED: SendResult = { status: 500, error: 'It answered with status 500.', retryAfterMs: null };
const NO_ANSWER: SendResult = { status: null, error: 'It did not answer within 15 s.', retryAfterMs: null };

onEachDatabase('deliveries of a webhook', (place) => {
  /** A webhook whose receiver answers as the test says, and a clock that the test turns. */
  async function webhook(t: TestContext, answer: (n: number) => SendResult | Promise<SendResult>) {
    const { dataDir, url, remove } = await place();
    const db = await openDatabase({ url, dataDir, log: silentLog });
    t.after(async () => {
      await db.close();
      await remove();
    });
    const clock = { time: START, now: () => clock.time };
    const jobs = createJobs({ db, log: silentLog });
    const rules = { allowPrivateNetworks: false, allowHosts: [] };
    const webhooks = createWebhooks({ db, clock, jobs, rules });
    const workspaceId = newId();
    const row = {
      id: workspaceId,
      name: 'W',
      description: null,
      revision: 1,
      created_at: 0,
      updated_at: 0,
      deleted_at: null,
    };
    await db.write((batch) => batch.add(batch.query.insertInto('workspaces').values(row)));
    const input = { name: 'CI', url: 'https://hooks.example.com/', events: ['series.alarm' as const] };
    const none = () => {};
    const { id } = await webhooks.create(systemActor, workspaceId, input, none);
    const seen: { at: number; id: string; signature: string }[] = [];
    const sender = {
      async send(_: string, headers: Record<string, string>): Promise<SendResult> {
        const { 'webhook-id': message = '', 'webhook-signature': signature = '' } = headers;
        return answer(seen.push({ at: clock.time, id: message, signature }));
      },
    };
    const turn = { signal: new AbortController().signal, guard: none };
    const find = async () => (await findWebhook(db, workspaceId, id)) as WebhookRow;
    return {
      clock,
      seen,
      send: async () => (await webhooks.test(systemActor, workspaceId, id, none)).id,
      deliver: async () => sendDueDeliveries({ db, clock, sender }, await find(), turn),
      correct: async (address: string) => {
        const { revision } = await webhooks.get(systemActor, workspaceId, id);
        await webhooks.patch(systemActor, workspaceId, id, { url: address }, [revision]);
      },
      rotate: () => webhooks.rotate(systemActor, workspaceId, id, { earlier_hours: 2 }),
      get: async () => (await webhooks.get(systemActor, workspaceId, id)).resource,
      list: async () => (await webhooks.deliveries(systemActor, workspaceId, id, {})).data,
    };
  }

  test('one that fails again and again is tried nine times in about a day, with the same id, then it has failed', async (t) => {
    const { clock, seen, send, deliver, list } = await webhook(t, (n) => (n % 2 ? FAILED : NO_ANSWER));
    const id = await send();
    for (let next: number | null = START; next !== null && next < START + 3 * 24 * HOUR; ) {
      clock.time = next;
      next = await deliver();
    }
    assert.equal(seen.length, RETRY_PAUSES_MS.length + 1);
    assert.deepEqual([...new Set(seen.map((one) => one.id))], [id]);
    for (const [i, pause] of RETRY_PAUSES_MS.entries()) {
      const waited = (seen[i + 1]?.at ?? 0) - (seen[i]?.at ?? 0);
      assert.ok(waited >= pause && waited <= 1.2 * pause + 1, `${i}: ${waited} ms`);
    }
    const [one] = await list();
    assert.deepEqual(
      [one?.state, one?.attempts, one?.response_status, one?.next_attempt_at],
      ['failed', 9, 500, null],
    );
    const hours = RETRY_PAUSES_MS.reduce((sum, pause) => sum + pause, 0) / HOUR;
    assert.ok(hours > 23 && hours < 24, String(hours));
  });

  test('nothing is sent before its time, and what arrives at last is delivered', async (t) => {
    const { clock, seen, send, deliver, list, get } = await webhook(t, (n) => (n < 3 ? FAILED : DELIVERED));
    await send();
    const next = (await deliver()) as number;
    assert.equal((await get()).failing_since, new Date(START).toISOString());
    clock.time = next - 1;
    assert.equal(await deliver(), next);
    assert.equal(seen.length, 1);
    clock.time = next;
    clock.time = (await deliver()) as number;
    await deliver();
    const [one] = await list();
    assert.deepEqual([one?.state, one?.attempts, one?.error], ['delivered', 3, null]);
    assert.equal((await get()).failing_since, null);
  });

  const ASKED: [what: string, retryAfterMs: number, least: number][] = [
    ['a longer pause is kept', 600_000, 600_000],
    ['a shorter one than ours is not', 10, RETRY_PAUSES_MS[0] as number],
    ['one of a year is cut', 365 * 24 * HOUR, 8 * HOUR],
  ];
  for (const [what, retryAfterMs, least] of ASKED) {
    test(`Retry-After: ${what}`, async (t) => {
      const { send, deliver } = await webhook(t, () => ({ ...FAILED, status: 503, retryAfterMs }));
      await send();
      const waited = ((await deliver()) as number) - START;
      assert.ok(waited >= least && waited <= 1.2 * least + 1, `${waited} ms`);
    });
  }

  test('one that nothing reached for three days is paused when a message has had its day, and says why', async (t) => {
    const { clock, seen, send, deliver, list, get } = await webhook(t, () => FAILED);
    /** All attempts of what waits. */
    const untilFailed = async () => {
      while ((await list()).some(({ state }) => state === 'pending'))
        clock.time = (await deliver()) as number;
    };
    await send();
    await untilFailed();
    assert.equal((await get()).status, 'active');
    // The next one comes weeks later.
    clock.time = START + 21 * 24 * HOUR;
    await send();
    await deliver();
    assert.equal((await get()).status, 'active');
    await untilFailed();
    assert.equal(seen.length, 2 * (RETRY_PAUSES_MS.length + 1));
    const { status, status_reason } = await get();
    assert.equal(status, 'paused');
    assert.match(status_reason ?? '', /^Nothing was delivered for 2[12] days\. /);
    assert.deepEqual(
      (await list()).map(({ state }) => state),
      ['failed', 'failed'],
    );
  });

  test('a message that reached it in between begins the three days anew', async (t) => {
    const { clock, send, deliver, get, list } = await webhook(t, (n) => (n === 2 ? DELIVERED : FAILED));
    await send();
    clock.time = (await deliver()) as number;
    clock.time = START + 2 * 24 * HOUR;
    await deliver();
    assert.equal((await get()).failing_since, null);
    clock.time = START + 4 * 24 * HOUR;
    await send();
    while ((await list()).some(({ state }) => state === 'pending')) clock.time = (await deliver()) as number;
    assert.equal((await get()).status, 'active');
  });

  test('an answer that the old address is gone ends nothing of the corrected one', async (t) => {
    const first = Promise.withResolvers<SendResult>();
    const { clock, seen, send, correct, deliver, list, get } = await webhook(t, (n) =>
      n === 1 ? first.promise : DELIVERED,
    );
    await send();
    const delivering = deliver();
    await until(() => seen.length === 1, 1);
    await correct('https://corrected.example.com/');
    await send();
    first.resolve({ status: 410, error: 'It answered with status 410.', retryAfterMs: null });
    await delivering;
    assert.equal((await get()).status, 'active');
    clock.time += 6 * 1000;
    await deliver();
    assert.deepEqual(
      (await list()).map(({ state }) => state),
      ['delivered', 'delivered'],
    );
  });

  test('an earlier secret signs until its time', async (t) => {
    const { clock, seen, send, deliver, rotate } = await webhook(t, () => DELIVERED);
    await rotate();
    await send();
    clock.time = START + 2 * HOUR - 1;
    await deliver();
    await send();
    clock.time = START + 2 * HOUR;
    await deliver();
    assert.deepEqual(
      seen.map(({ signature }) => signature.split(' ').length),
      [2, 1],
    );
  });

  test('many are sent a few at once, and deliveries are forgotten after thirty days', async (t) => {
    const { clock, seen, send, deliver, list } = await webhook(t, () => DELIVERED);
    for (let i = 0; i < 10; i++) await send();
    assert.ok(((await deliver()) as number) <= START);
    assert.equal(seen.length, 4);
    await deliver();
    const next = await deliver();
    assert.equal(seen.length, 10);
    assert.equal(next, START + DELIVERY_RETENTION_MS + 1);
    clock.time = START + DELIVERY_RETENTION_MS;
    assert.equal(await deliver(), next);
    assert.equal((await list()).length, 10);
    clock.time = next as number;
    assert.equal(await deliver(), null);
    assert.deepEqual(await list(), []);
  });
});

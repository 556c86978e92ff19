import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { freshPostgresDatabase, postgresSkipReason } from '../../../../test/support/postgres.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { until } from '../../../../test/support/until.ts';
import type { Notifications } from '../contract.ts';
import { openDatabase } from '../db.ts';

describe('notifications from process to process', { skip: postgresSkipReason() ?? false }, () => {
  let database: Awaited<ReturnType<typeof freshPostgresDatabase>>;
  let client: pg.Client;

  before(async () => {
    database = await freshPostgresDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  async function open(
    t: TestContext,
    { directUrl, said = [] }: { directUrl?: string; said?: string[] } = {},
  ) {
    const log = { ...silentLog, warn: (_: object, message: string) => void said.push(message) };
    const db = await openDatabase({ url: database.url, directUrl, dataDir: '', log });
    const notifications = db.notifications as Notifications;
    const heard: (string | null)[] = [];
    let changes = 0;
    notifications.receive('topic', (text) => heard.push(text));
    notifications.watch(() => changes++);
    t.after(() => db.close());
    await notifications.start();
    return { notifications, heard, changes: () => changes };
  }

  const backends = async () =>
    (
      await client.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|SELECT pg_notify.*unnest)'`,
      )
    ).rows as { pid: number }[];

  test('a notification reaches all other processes, in order and once if several are equal, but not its sender', async (t) => {
    const [one, two, three] = [await open(t), await open(t), await open(t)];
    await until(() => one.heard.length === 2 && two.heard.length === 1);
    for (const all of [one, two, three]) all.heard.splice(0);
    for (const text of ['a', 'b', 'a', 'c']) one.notifications.send('topic', text);
    one.notifications.send('of nobody', 'd');
    await until(() => two.heard.length === 3 && three.heard.length === 3);
    assert.deepEqual([one.heard, two.heard, three.heard], [[], ['b', 'a', 'c'], ['b', 'a', 'c']]);
  });

  test('a database that is closed while its connection is being opened leaves none open', async () => {
    const db = await openDatabase({ url: database.url, dataDir: '', log: silentLog });
    const starting = (db.notifications as Notifications).start();
    await db.close();
    await starting;
    assert.deepEqual(await until(async () => ((await backends()).length === 0 ? 'none' : null)), 'none');
  });

  test('notifications that are not of this service are ignored', async (t) => {
    const [one, two] = [await open(t), await open(t)];
    await until(() => one.heard.length === 1);
    two.heard.splice(0);
    for (const payload of ['hello', '', 'null', '{"from":"x","entries":7}', '{"from":"x","entries":[null]}'])
      await client.query('SELECT pg_notify($1, $2)', ['touchstone', payload]);
    one.notifications.send('topic', 'after it');
    await until(() => two.heard.includes('after it'));
  });

  test('a thousand messages are sent in few notifications, and a message too long for one is replaced by a request to poll', async (t) => {
    const [one, two] = [await open(t), await open(t)];
    await until(() => one.heard.length === 1);
    let notifications = 0;
    client.on('notification', () => notifications++);
    await client.query('LISTEN touchstone');
    t.after(() => client.query('UNLISTEN *'));
    for (let n = 0; n < 1000; n++) one.notifications.send('topic', `the ${n}th`);
    one.notifications.send('topic', 'é'.repeat(5000));
    await until(() => two.heard.length >= 1001);
    assert.deepEqual(two.heard.slice(0, 2), ['the 0th', 'the 1th']);
    assert.equal(two.heard.at(-1), null);
    assert.ok(notifications <= 5, `${notifications} notifications`);
  });

  test('a broken connection is opened again, and all listeners are told to poll for what they missed', async (t) => {
    const said: string[] = [];
    const one = await open(t, { said });
    const [{ pid } = { pid: 0 }] = await backends();
    const two = await open(t);
    await until(() => one.heard.length === 1);
    assert.deepEqual([one.changes(), two.changes()], [1, 1]);
    two.heard.splice(0);
    await client.query('SELECT pg_terminate_backend($1)', [pid]);
    await until(() => one.changes() === 3 && one.notifications.listening());
    await until(() => two.heard.length === 1);
    assert.deepEqual(two.heard, [null]);
    assert.equal(said.filter((line) => /do not arrive; .* every second/.test(line)).length, 1);
    two.notifications.send('topic', 'again');
    await until(() => one.heard.at(-1) === 'again');
  });

  test('a listener that receives nothing reports that, and which setting to change', async (t) => {
    const other = await freshPostgresDatabase();
    t.after(() => other.drop());
    const said: string[] = [];
    const one = await open(t, { directUrl: other.url, said });
    assert.equal(one.notifications.listening(), false);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /do not arrive over DATABASE_DIRECT_URL.*Set DATABASE_DIRECT_URL/);
  });
});

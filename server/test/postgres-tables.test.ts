import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onDisk } from './support/each-database.ts';
import { arithmetic } from './support/evaluation-service.ts';
import { freshPostgresDatabase, postgresSkipReason } from './support/postgres.ts';
import { type Service, startService } from './support/service.ts';
import { until } from './support/until.ts';

/** The queue spans all workspaces: the next job is the one that has waited longest, wherever it belongs. */
const SPAN_WORKSPACES = ['jobs'];
/** Small however much a service holds (of uploads those that are under way; of copies of indexes a row for each of the version before, looked for once an hour); PostgreSQL reads such tables from end to end rather than by an index. */
const SMALL = ['health', 'index_snapshots', 'schema_migrations', 'source_uploads'];
const ROWS = 20_000;
const KEY = 'a-key-of-twenty-characters';

describe('the tables on PostgreSQL', { skip: postgresSkipReason() ?? false }, () => {
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

  /** Unique keys of tables of workspaces that do not begin with the workspace. */
  async function misplacedKeys(): Promise<string[]> {
    const { rows } = await client.query(
      `SELECT t.relname AS name, i.indexrelid::regclass::text AS key FROM pg_class t
       JOIN pg_attribute w ON w.attrelid = t.oid AND w.attname = 'workspace_id' AND NOT w.attisdropped
       JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique
       WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND i.indkey[0] <> w.attnum
       ORDER BY 2`,
    );
    return rows.filter(({ name }) => !SPAN_WORKSPACES.includes(name)).map(({ key }) => key);
  }

  test('workspace_id leads every unique key of what belongs to a workspace', async () => {
    assert.deepEqual(await misplacedKeys(), []);
    await client.query('CREATE TABLE planted (id text PRIMARY KEY, workspace_id text)');
    assert.deepEqual(await misplacedKeys(), ['planted_pkey']);
    await client.query('DROP TABLE planted');
  });

  /** Rows of others in every table, as many workspaces would leave them. */
  async function fill(): Promise<string[]> {
    const { rows: columns } = await client.query(
      `SELECT table_name AS name, column_name AS column, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'public' AND is_nullable = 'NO' ORDER BY 1, ordinal_position`,
    );
    const tables = Map.groupBy(columns, ({ name }) => name as string);
    for (const small of SMALL) tables.delete(small);
    const now = Date.now();
    // They refer to nothing; that is not what is looked at.
    await client.query('SET session_replication_role = replica');
    for (const [table, all] of tables) {
      const values = all.map(({ column, type }) => {
        if (column === 'due_at' || column === 'expires_at') return `${now} + 3600000 + n`;
        if (String(column).endsWith('_at') || column === 'at') return `${now} - n`;
        if (column === 'workspace_id')
          return table === 'conversations' || table === 'source_heads' ? `'w' || n` : `'w' || n % 100`;
        if (type === 'text') return String(column).endsWith('_json') ? `'{}'` : `'x' || n`;
        return type === 'bytea' ? `''::bytea` : 'n';
      });
      const names = all.map(({ column }) => `"${column}"`).join(', ');
      await client.query(
        `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM generate_series(1, ${ROWS}) AS n ON CONFLICT DO NOTHING`,
      );
    }
    await client.query('SET session_replication_role = DEFAULT');
    await client.query('ANALYZE');
    return [...tables.keys()];
  }

  /** Tables that were read from end to end. */
  async function scanned(): Promise<string[]> {
    const { rows } = await client.query(
      `SELECT relname, seq_scan, seq_tup_read FROM pg_stat_user_tables WHERE seq_tup_read >= ${ROWS / 2} ORDER BY 1`,
    );
    return rows.map(({ relname }) => relname);
  }

  test('what a service does all day reads no large table from end to end', async (t) => {
    const place = onDisk(database.url, async () => {});
    const settings = { 'touchstone-bootstrap-key': KEY };
    // The first key is made while there is none.
    await (await startService({ ...place, remove: async () => {} }, settings)).stop();
    const tables = await fill();
    t.diagnostic(`${ROWS} rows in each of ${tables.length} tables`);
    await client.query('SELECT pg_stat_reset()');
    const service = await startService(place, settings);
    await useAll(service);
    await service.stop();
    // What its connections counted is written when they end.
    await until(
      async () =>
        (await client.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()`)).rowCount ===
        1,
    );
    assert.deepEqual(await scanned(), []);
    await client.query(`SELECT count(*) FROM jobs WHERE payload_json = 'planted'`);
    await client.query('SELECT pg_stat_force_next_flush()');
    assert.deepEqual(await scanned(), ['jobs']);
  });
});

async function useAll({ url, call: asked }: Service): Promise<void> {
  const authorization = `Bearer ${KEY}`;
  const call: Service['call'] = async (method, path, body, headers) => {
    const answer = await asked(method, path, body, { authorization, ...headers });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const at = `/workspaces/${(await call('POST', '/workspaces', { name: 'W' }, { 'idempotency-key': 'k' })).body.id}`;
  const stop = new AbortController();
  await fetch(`${url}${at}/events`, { headers: { authorization }, signal: stop.signal });
  const source = (await call('POST', `${at}/sources`, { type: 'text', content: 'The gateway takes forty.' }))
    .body.id;
  await until(async () => (await call('GET', `${at}/sources/${source}`)).body.status === 'ready');
  await call('POST', `${at}/search`, { query: 'gateway' });
  const made = [];
  for (const [noun, body] of [
    ['stacks', { name: 'S', model: {} }],
    ['scenarios', { name: 'S', workload_type: 'chat' }],
  ] as const)
    made.push(`${at}/${noun}/${(await call('POST', `${at}/${noun}`, body)).body.id}`);
  const baseline = { target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic' };
  const evaluation = `${at}/evaluations/${
    (
      await call('POST', `${at}/evaluations`, {
        name: 'E',
        targets: [baseline],
        benchmarks: [arithmetic(20)],
      })
    ).body.id
  }`;
  await until(async () => (await call('GET', evaluation)).body.status === 'completed', 50);
  await call('GET', `${evaluation}/samples?limit=10`);
  const { answer_id } = (await call('POST', `${at}/messages`, { content: 'How many does the gateway take?' }))
    .body;
  await until(async () => (await call('GET', `${at}/messages/${answer_id}`)).body.status === 'complete');
  for (const noun of ['sources', 'stacks', 'scenarios', 'evaluations', 'messages', 'approvals'])
    await call('GET', `${at}/${noun}`);
  for (const one of made) await call('DELETE', one);
  await call('DELETE', evaluation);
  await call('DELETE', `${at}/sources/${source}`);
  // Some turns of what looks now and then.
  await sleep(3000);
  stop.abort();
}

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startServe } from '../../server/test/support/cli-process.ts';
import { arithmetic } from '../../server/test/support/evaluation-service.ts';
import { httpRequest } from '../../server/test/support/http-request.ts';
import { until } from '../../server/test/support/until.ts';

const SEED_ITEMS = 10;
/** Units of an item: targets times epochs. */
const UNITS_PER_ITEM = 10;

/**
 * Makes a completed evaluation of `units` units in a data directory and returns its path. Each item has ten units: 1,
 * 2, 5 or 10 targets in as many epochs as that needs. A small evaluation is run, and its items and samples are
 * multiplied in the database, because running a million units takes an hour. Each response has about 300 characters;
 * scores, failures and latencies differ from unit to unit.
 */
export async function makeLargeEvaluation(dataDir: string, units: number, targets = 5): Promise<string> {
  const items = Math.round(units / UNITS_PER_ITEM);
  const service = await startServe(['--data-dir', dataDir, '--log-level', 'warn'], {});
  try {
    const made = await httpRequest('POST', `${service.url}/workspaces`, { json: { name: 'Bench' } });
    const list = `/workspaces/${made.body.id}/evaluations`;
    const target = { target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic' };
    const created = await httpRequest('POST', `${service.url}${list}`, {
      json: {
        name: 'A million units',
        targets: Array.from({ length: targets }, (_, i) => ({ ...target, label: `Candidate ${i + 1}` })),
        benchmarks: [arithmetic(SEED_ITEMS)],
        methodology: { epochs: UNITS_PER_ITEM / targets },
      },
    });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    const path = `${list}/${created.body.id}`;
    const status = async () => (await httpRequest('GET', `${service.url}${path}`)).body.status;
    await until(async () => !['queued', 'running'].includes(await status()), 100);
    if ((await status()) !== 'completed') throw new Error(`The small evaluation ended as ${await status()}.`);
    await service.stop();
    multiply(join(dataDir, 'touchstone.db'), created.body.id, items, targets);
    return path;
  } finally {
    await service.stop();
  }
}

function multiply(file: string, id: string, items: number, targets: number): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = OFF');
  const run = (sql: string, ...values: (string | number)[]) => db.prepare(sql).run(...values);
  run(
    `WITH RECURSIVE n(i) AS (SELECT ${SEED_ITEMS} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
     INSERT INTO evaluation_items (workspace_id, evaluation_id, benchmark, item, hash, content_json)
     SELECT workspace_id, evaluation_id, benchmark, n.i, hash || n.i,
       replace(content_json, '"content":"', '"content":"Question ' || n.i || '. ')
     FROM n JOIN evaluation_items ON evaluation_id = ? AND item = n.i % ${SEED_ITEMS}`,
    items,
    id,
  );
  const columns = db
    .prepare(`SELECT name FROM pragma_table_info('evaluation_samples')`)
    .all()
    .map(({ name }) => name as string);
  // Mixes the number of a unit, so that its properties have no pattern.
  const mixed = (by: number) => `((n.i * 2654435761 + n.i / 7 * ${by}) % 1000)`;
  const outcome = `CASE WHEN ${mixed(40503)} < 6 THEN 'failed' WHEN ${mixed(40503)} < 700 + 40 * (n.i % ${targets}) THEN 'right' ELSE 'wrong' END`;
  const values: Record<string, string> = {
    unit: 'n.i',
    item: `n.i / ${UNITS_PER_ITEM}`,
    state: `CASE ${outcome} WHEN 'failed' THEN 'failed' ELSE 'scored' END`,
    score: `CASE ${outcome} WHEN 'right' THEN 1 WHEN 'wrong' THEN 0 END`,
    verdict: outcome,
    reason: `CASE ${outcome} WHEN 'failed' THEN 'timeout' END`,
    latency_ms: `200 + ${mixed(7919)} * 3.5`,
    answer: `'Step ' || n.i || ': ' || substr(hex(randomblob(140)), 1, 280) || ' Answer: ' || answer`,
    request_key: 'NULL',
  };
  run(
    `WITH RECURSIVE n(i) AS (SELECT ${SEED_ITEMS * UNITS_PER_ITEM} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
     INSERT INTO evaluation_samples (${columns.join(', ')})
     SELECT ${columns.map((name) => values[name] ?? name).join(', ')}
     FROM n JOIN evaluation_samples ON evaluation_id = ? AND unit = n.i % ${SEED_ITEMS * UNITS_PER_ITEM}`,
    items * UNITS_PER_ITEM,
    id,
  );
  run(
    `UPDATE evaluations SET plan_json = json_set(plan_json, '$.benchmarks[0].items', ?) WHERE id = ?`,
    items,
    id,
  );
  db.close();
}

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from '../src/app/app.ts';
import { loadConfig } from '../src/platform/config.ts';
import { silentLog } from './support/silent-log.ts';
import { until } from './support/until.ts';

test('the log names each refused request by its id at info, and those that went well at debug', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-log-'));
  const said: Record<'debug' | 'info', object[]> = { debug: [], info: [] };
  const keep = (level: 'debug' | 'info') => (fields: object, message: string) => {
    if (message === 'request') said[level].push(fields);
  };
  const log = { ...silentLog, debug: keep('debug'), info: keep('info') };
  const app = await createApp(loadConfig({ env: {}, flags: { port: '0', 'data-dir': dataDir } }), log);
  t.after(async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { url } = await app.start();
  const fine = await fetch(`${url}/healthz`);
  const refused = await fetch(`${url}/nothing-here`);
  const { request_id } = (await refused.json()) as { request_id: string };
  // An answer is logged when its last byte was sent, which may be after the client has it.
  await until(() => said.info.length !== 0);
  const shown = (fields: object[]) => fields.map((line) => ({ ...line, ms: 0 }));
  assert.deepEqual(shown(said.info), [
    { id: request_id, method: 'GET', url: '/nothing-here', status: 404, ms: 0 },
  ]);
  const id = fine.headers.get('x-request-id');
  assert.deepEqual(shown(said.debug), [{ id, method: 'GET', url: '/healthz', status: 200, ms: 0 }]);
});

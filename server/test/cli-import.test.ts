import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCli } from './support/cli-process.ts';
import { onDisk } from './support/each-database.ts';
import { type Service, startService } from './support/service.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/imports/traffic.jsonl', import.meta.url));

let service: Service;
let folder: string;
before(async () => {
  service = await startService(onDisk(undefined, async () => {}));
  await service.call('POST', '/workspaces', { name: 'Shop' });
  folder = mkdtempSync(join(tmpdir(), 'touchstone-import-'));
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const importing = (...args: string[]) => runCli(['import', ...args, '--url', service.url]);

test('the example is imported with one command, which says what it found, took out and made', async () => {
  const { code, stdout, stderr } = await importing(EXAMPLE, '--sample', '100');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /“traffic\.jsonl” \(otlp\): 12 calls, 1 of them repeated; 4 sessions/);
  assert.match(stdout, /Not read, for they are no calls: 12 spans that call no model/);
  assert.match(stdout, /Taken out: 3 email, 1 card/);
  assert.match(stdout, /Items: 11 in “traffic\.jsonl \(items\)”, used as \{"benchmark_type": "dataset"/);
  assert.match(stdout, /Sessions: 4 in “traffic\.jsonl \(sessions\)”/);
  assert.match(stdout, /Traffic: 12 in “traffic\.jsonl \(traffic\)”/);
});

test('a file that cannot be used ends with its line, one that is not there as called wrongly', async () => {
  const bad = join(folder, 'bad.jsonl');
  writeFileSync(bad, '{"input": "Is it open?", "output": "yes"}\n{"input": 7\n');
  const [refused, missing] = await Promise.all([importing(bad), importing(join(folder, 'none.jsonl'))]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /line 2: it is no valid JSON/);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /none\.jsonl cannot be read: ENOENT/);
});

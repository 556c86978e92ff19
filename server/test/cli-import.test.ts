import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runCli } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
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

const importing = (...args: string[]) => runCommand(['import', ...args, '--url', service.url]);

test('the example is imported with one command, which says what it found, took out and made', async () => {
  const { code, stdout, stderr } = await runCli(['import', EXAMPLE, '--sample', '100', '--url', service.url]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /“traffic\.jsonl” \(otlp\): 12 calls, 1 of them repeated; 4 sessions/);
  assert.match(stdout, /Skipped, because they are not model calls: 12 spans that call no model/);
  assert.match(stdout, /Redacted: 3 email, 1 card/);
  assert.match(stdout, /Items: 11 in “traffic\.jsonl \(items\)”, used as \{"benchmark_type": "dataset"/);
  assert.match(stdout, /Sessions: 4 in “traffic\.jsonl \(sessions\)”/);
  assert.match(stdout, /Traffic: 12 in “traffic\.jsonl \(traffic\)”/);
});

test('a gzip file is imported in parts; one that is cut off is refused, and keeps nothing unless it is resumed', async () => {
  const line = readFileSync(EXAMPLE, 'utf8').split('\n', 1)[0] as string;
  // Mostly white space, which is read and makes nothing.
  const plain = `${line}\n`.repeat(100) + `${' '.repeat(9999)}\n`.repeat(1700);
  const packed = gzipSync(plain);
  const [good, cut] = [join(folder, 'large.jsonl.gz'), join(folder, 'cut.jsonl.gz')];
  writeFileSync(good, packed);
  writeFileSync(cut, packed.subarray(0, packed.length - 9));
  const whole = await importing(good, '--json');
  assert.equal(whole.code, 0, whole.stderr);
  assert.equal(JSON.parse(whole.stdout).received_bytes, plain.length);
  const refused = await importing(cut);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /The gzip of .*cut\.jsonl\.gz is truncated or damaged.*Nothing was stored/);
  const [{ id }] = (await service.call('GET', '/workspaces')).body.data;
  const { data } = (await service.call('GET', `/workspaces/${id}/imports`)).body;
  assert.ok(!data.some(({ name }: { name: string }) => name === 'cut.jsonl.gz'));
  const at = `/workspaces/${id}/imports`;
  const { body: begun } = await service.call('POST', at, { name: 'begun.jsonl' });
  const resumed = await importing(cut, '--resume', begun.id);
  assert.equal(resumed.code, 1);
  assert.match(resumed.stderr, /truncated or damaged.*The parts sent so far are stored: .*--resume/);
  const { body: kept } = await service.call('GET', `${at}/${begun.id}`);
  assert.equal(kept.status, 'receiving');
  assert.ok(kept.received_bytes > 0);
});

test('a file that cannot be used ends with its line, one that is not there as called wrongly', async () => {
  const bad = join(folder, 'bad.jsonl');
  writeFileSync(bad, '{"input": "Is it open?", "output": "yes"}\n{"input": 7\n');
  const [refused, missing] = await Promise.all([importing(bad), importing(join(folder, 'none.jsonl'))]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /line 2: it is not valid JSON/);
  assert.equal(refused.stderr.split('line 2').length, 2, refused.stderr);
  assert.doesNotMatch(refused.stderr, /--resume/);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /^There is no file .*none\.jsonl\.$/m);
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { flagsFor, startServe } from '../support/cli-process.ts';
import { onDisk } from '../support/each-database.ts';
import { pdfFile } from '../support/pdf-file.ts';

const PAGES = 1000;
/** A busy machine takes long; what is waited for comes, or something is wrong. */
const WITHIN_MS = 120_000;

const skip = hasPs() ? false : 'ps (procps) is not installed, by which processes are found';

test('a parsing process ends when its service is killed at work, and the source is read after a restart', {
  skip,
}, async () => {
  const place = onDisk(undefined, async () => {});
  let service = await startServe(flagsFor(place));
  try {
    const path = `/workspaces/${(await ask('POST', `${service.url}/workspaces`, { name: 'W' })).id}/sources`;
    const pages = Array.from({ length: PAGES }, (_, at) => `Page ${at} tells of the turbine ${at}.`);
    const content = pdfFile(pages).toString('base64');
    const { id } = await ask('POST', service.url + path, { type: 'pdf', content });
    const find = () => ask('GET', `${service.url}${path}/${id}`);
    await until(async () => (await find()).stage?.name === 'parse');
    const parsers = childrenOf(service.child.pid);
    assert.ok(parsers.length > 0, 'nothing is parsed');
    await service.kill();
    await until(() => parsers.every((pid) => !isAlive(pid)));
    service = await startServe(flagsFor(place));
    await until(async () => !['pending', 'processing'].includes((await find()).status));
    const { status, chunk_count } = await find();
    assert.deepEqual([status, chunk_count], ['ready', PAGES]);
  } finally {
    await service.kill();
    await place.remove();
  }
});

function hasPs(): boolean {
  try {
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function childrenOf(parent: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid = 0]) => pid);
}

/** A process that has ended and that nobody has waited for (a zombie) is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, 'it did not come to that in time');
    await sleep(20);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what this test expects of it is what it asserts.
async function ask(method: string, url: string, json?: object): Promise<any> {
  const headers: Record<string, string> = json ? { 'content-type': 'application/json' } : {};
  const response = await fetch(url, { method, headers, body: json ? JSON.stringify(json) : null });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${url} is ${response.status}: ${text}`);
  return JSON.parse(text);
}

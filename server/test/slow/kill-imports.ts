/**
 * A file of recorded traffic is imported while the service is killed twice: in the middle of a part, and while the
 * dataset and the trace are made. No call may be lost or there twice, and memory must not grow with the file.
 *
 *   node server/test/slow/kill-imports.ts [megabytes]   prints the figures of a large file
 */
import assert from 'node:assert/strict';
import { createWriteStream, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { onDisk } from '../support/each-database.ts';
import { lineOf, plantSessions } from '../support/planted-traffic.ts';
import { until } from '../support/until.ts';

export interface KilledImport {
  bytes: number;
  calls: number;
  /** From the first byte to the last acknowledged one, restarts included. */
  receivedMs: number;
  /** From then until all sources were made and read. */
  madeMs: number;
  /** The most that the service held while it took the file, and in the life in which it made and read the sources. */
  residentBytes: { receiving: number; making: number } | null;
}

const PART_BYTES = 8 * 1024 * 1024;
/** A request of about 4 kB, as a conversation has. */
const WORDS = 500;
const WITHIN_MS = 3_600_000;

/** Runs the whole procedure; throws at the first thing that is not as it must be. */
export async function killImport(megabytes: number): Promise<KilledImport> {
  const place = onDisk(undefined, async () => {});
  const file = join(place.dataDir, 'traffic.jsonl');
  const planted = await writeFile(file, megabytes * 1e6);
  const serve = () => startServe([...flagsFor(place), '--requests-per-minute', '0']);
  let service = await serve();
  const resident = { receiving: 0, making: 0 };
  async function killAndStart(): Promise<void> {
    resident.receiving = Math.max(resident.receiving, peakOf(service));
    await service.kill();
    service = await serve();
  }
  try {
    const workspace = `/workspaces/${(await ask(service, 'POST', '/workspaces', { name: 'W' })).id}`;
    const { id } = await ask(service, 'POST', `${workspace}/imports`, { name: 'Traffic' });
    const path = `${workspace}/imports/${id}`;
    const begun = performance.now();
    const handle = await open(file);
    let killed = false;
    for (let offset = 0; offset < planted.bytes; ) {
      const part = Buffer.alloc(Math.min(PART_BYTES, planted.bytes - offset));
      await handle.read(part, 0, part.length, offset);
      const complete = offset + part.length === planted.bytes;
      const sent = send(service, path, offset, part, complete);
      if (!killed && offset + part.length > planted.bytes / 2) {
        killed = true;
        // Some of the part is stored, and some is not.
        const from = offset;
        await until(async () => (await ask(service, 'GET', path)).received_bytes > from, 1);
        await Promise.all([killAndStart(), sent.catch(() => {})]);
        offset = (await ask(service, 'GET', path)).received_bytes;
        assert.ok(offset > from, 'what was acknowledged was lost');
        continue;
      }
      const answer = await sent;
      offset = complete ? planted.bytes : answer.received_bytes;
    }
    await handle.close();
    const received = performance.now();
    await killAndStart();
    const done = await until(
      async () => {
        const found = await ask(service, 'GET', path);
        return found.status === 'making' ? null : found;
      },
      50,
      WITHIN_MS,
    );
    resident.making = peakOf(service);
    assert.equal(done.status, 'ready', JSON.stringify(done.error));
    const { calls, sessions, tokens } = done.result;
    assert.deepEqual(
      { calls, sessions: sessions.count, input: tokens.input.sum, output: tokens.output.sum },
      { calls: planted.calls, sessions: planted.sessions, input: planted.input, output: planted.output },
    );
    const sources = (await ask(service, 'GET', `${workspace}/sources`)).data;
    assert.deepEqual(
      sources.map(({ status }: { status: string }) => status),
      ['ready', 'ready', 'ready'],
      'each source is made once, and read',
    );
    return {
      bytes: planted.bytes,
      calls,
      receivedMs: received - begun,
      madeMs: performance.now() - received,
      residentBytes: resident.making === 0 ? null : resident,
    };
  } finally {
    await service.kill();
    await place.remove();
  }
}

/** Writes planted sessions until the file is so large, and adds up what it holds. */
async function writeFile(file: string, least: number) {
  const stream = createWriteStream(file);
  const planted = { bytes: 0, calls: 0, sessions: 0, input: 0, output: 0 };
  for (const session of plantSessions(Number.MAX_SAFE_INTEGER, WORDS)) {
    const lines = `${session.map((call) => lineOf('jsonl', call)).join('\n')}\n`;
    planted.bytes += Buffer.byteLength(lines);
    planted.calls += session.length;
    planted.sessions++;
    for (const { inputTokens, outputTokens } of session) {
      planted.input += inputTokens;
      planted.output += outputTokens;
    }
    if (!stream.write(lines)) await new Promise((resolve) => stream.once('drain', resolve));
    if (planted.bytes >= least) break;
  }
  stream.end();
  await finished(stream);
  return planted;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
async function ask({ url }: ServeProcess, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

async function send(
  { url }: ServeProcess,
  path: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
  complete: boolean,
) {
  const response = await fetch(`${url}${path}/content?offset=${offset}&complete=${complete}`, {
    method: 'PUT',
    body: part,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const answer = (await response.json()) as { received_bytes: number };
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}

/** The most memory that the process held so far, where the system says it (Linux); else 0. */
function peakOf({ child }: ServeProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  } catch {
    return 0;
  }
}

if (import.meta.main) {
  const { bytes, calls, receivedMs, madeMs, residentBytes } = await killImport(
    Number(process.argv[2] ?? 2000),
  );
  const mb = (value: number) => `${(value / 1e6).toFixed(0)} MB`;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(`${mb(bytes)}, ${calls} calls, killed twice: each call once`);
  console.log(
    `received in ${seconds(receivedMs)} (${mb((bytes * 1000) / receivedMs)} a second), made in ${seconds(madeMs)}`,
  );
  const { receiving = 0, making = 0 } = residentBytes ?? {};
  console.log(`resident at most ${mb(receiving)} while received, ${mb(making)} while made and read`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENV, SERVICE_FLAGS } from '../scripts/lib/node-flags.mjs';

/*
 * What a service holds in memory while 40 bodies of 36 MB arrive at once, as JSON and as streams, and how they are
 * answered: the highest resident memory that Linux saw of the process (VmHWM). Each line is a service of its own.
 * `-- LIMIT …` tries other BODIES_LIMIT_BYTES than the default; a very large one is no limit.
 */

const CLI = fileURLToPath(new URL('../server/src/cli/cli.ts', import.meta.url));
const [PARALLEL, BYTES] = [40, 36_000_000];
const LIMITS = process.argv.length > 2 ? process.argv.slice(2) : ['60000000', '10000000000'];
const LINE = 'The quick brown fox jumps over the lazy dog, and nobody minds at all.\\n';
const text = LINE.repeat(Math.floor((BYTES - 100) / LINE.length));
const BODIES = {
  JSON: ['/sources', 'application/json', Buffer.from(`{"type":"text","title":"Large","content":"${text}"}`)],
  streams: ['/sources?type=text', 'text/plain', Buffer.from(text)],
} as const;

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
for (const limit of LIMITS) for (const kind of Object.keys(BODIES)) await measure(kind as 'JSON', limit);

async function measure(kind: keyof typeof BODIES, limit: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-bodies-'));
  const env = { ...process.env, ...SERVICE_ENV, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [...SERVICE_FLAGS, CLI, 'serve'], {
    env: { ...env, BODIES_LIMIT_BYTES: limit },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const memory = (field: string) =>
    Math.round(
      Number(
        new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1],
      ) / 1024,
    );
  try {
    const [greeting] = await once(child.stdout, 'data');
    const url = /http:\/\/\S+?:\d+/.exec(String(greeting))?.[0] ?? '';
    const made = await fetch(`${url}/workspaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Bodies"}',
    });
    const { id } = (await made.json()) as { id: string };
    const [path, type, body] = BODIES[kind];
    const before = memory('VmRSS');
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => send(`${url}/workspaces/${id}${path}`, type, body)),
    );
    const counts = Object.entries(Object.groupBy(answers, (answer) => answer)).map(
      ([answer, all = []]) => `${all.length} × ${answer}`,
    );
    console.log(
      `${kind.padEnd(8)} limit ${limit.padStart(11)}: ${before} MB before, ${memory('VmHWM')} MB at most; ${counts.join(', ')}`,
    );
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The status, with Retry-After where there is one. */
async function send(url: string, type: string, body: Buffer): Promise<string> {
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': type, 'content-length': body.length },
  });
  sent.end(body);
  const [response] = await once(sent, 'response').catch((error) => [error]);
  if (response instanceof Error) return String(response);
  response.resume();
  await once(response, 'end');
  const after = response.headers['retry-after'];
  return `${response.statusCode}${after === undefined ? '' : ` (Retry-After ${after})`}`;
}

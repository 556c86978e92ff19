/**
 * Sends a service requests made from its own OpenAPI document: fitting ones, nearly fitting ones and hostile ones, with
 * ids learned from earlier answers, and bytes that no client library would send. Each answer is compared with the
 * document. Half of the requests go to a service that is open to its machine, half to one with keys. Ends with a table,
 * and with 1 where anything was found.
 *
 *   node server/test/fuzz/fuzz.ts [requests] [seed] [session]
 *
 * With the number of a session, that one alone is repeated. `--url=http://127.0.0.1:PORT` asks a service that runs, which
 * has to be open; it is written to.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { writeProviders } from '../support/evaluation-service.ts';
import { startMockProcess } from '../support/mock-process.ts';
import { writeFixtures } from '../support/published-files.ts';
import { operationsOf } from '../support/schema-walk.ts';
import { mb, residentBytes } from '../support/service-calls.ts';
import { answers, startWebServer } from '../support/web-server.ts';
import { createChecks } from './fuzz-checks.ts';
import { slowConnections } from './fuzz-raw.ts';
import type { Fuzzed } from './fuzz-send.ts';
import { runSession } from './fuzz-session.ts';
import { createTally, type Tally } from './fuzz-tally.ts';

const SESSION_REQUESTS = 250;
const AT_ONCE = 4;
const ADMIN_KEY = 'fuzz-admin-key-of-many-characters';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, verbose: { type: 'boolean' } },
});
const [requests = 2000, seed = Math.floor(Math.random() * 1e6), only] = positionals.map(Number);
console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, seed ${seed}`,
);

const started = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-fuzz-'));
const stops: (() => Promise<unknown>)[] = [];
let tally: Tally | undefined;
let found = 0;
try {
  if (values.url !== undefined)
    found += await fuzz('at its address', values.url, undefined, [], undefined, requests);
  else found += await fuzzOwn();
} finally {
  for (const stop of stops.reverse()) await stop();
  rmSync(dataDir, { recursive: true });
}
for (const line of tally?.report((performance.now() - started) / 1000) ?? []) console.log(line);
if (values.verbose) for (const line of tally?.reachedLines() ?? []) console.log(line);
found += tally?.findings().length ?? 0;
process.exitCode = found > 0 ? 1 : 0;

async function fuzzOwn(): Promise<number> {
  const mock = await startMockProcess({
    defaults: { answers: { kind: 'echo' } },
    models: {
      broken: { error_rate: 1 },
      spent: { quota_requests: 0 },
      slow: { latency: { distribution: 'constant', ms: 400 } },
    },
  });
  const page =
    '<!doctype html><title>Page</title><article><p>Returns are free within 30 days of the order.</p></article>';
  const files = join(dataDir, 'files');
  await writeFixtures(files);
  const web = await startWebServer((path) => {
    if (path === '/page') return answers(page);
    const file = join(files, path);
    return existsSync(file) ? answers(readFileSync(file)) : undefined;
  });
  stops.push(
    () => mock.stop(),
    () => web.stop(),
  );
  let all = 0;
  for (const [name, key] of [
    ['open', undefined],
    ['with keys', ADMIN_KEY],
  ] as const) {
    const folder = mkdtempSync(join(dataDir, 'service-'));
    const providers = writeProviders(folder, mock);
    const nowhere = [
      '--github-url',
      web.url,
      '--github-api-url',
      web.url,
      '--youtube-url',
      web.url,
      '--benchmark-mirror',
      web.url,
    ];
    const service = await startServe(
      [
        '--data-dir',
        folder,
        '--touchstone-config',
        providers,
        '--log-level',
        'error',
        '--requests-per-minute',
        '0',
        '--fetch-allow-hosts',
        web.pair,
        ...nowhere,
      ],
      key === undefined ? {} : { TOUCHSTONE_BOOTSTRAP_KEY: key },
    );
    stops.push(() => service.kill());
    all += await fuzz(name, service.url, key, [`${web.url}/page`], 'mock', requests / 2, service);
    const { code } = await service.stop();
    const errors = service
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":"error"') || /error/i.test(line));
    console.log(`the log has ${errors.length} errors; SIGTERM ended it with ${code}`);
    for (const line of errors.slice(0, 5)) console.log(`  ${line.slice(0, 600)}`);
    all += errors.length + (code === 0 ? 0 : 1);
  }
  return all;
}

async function fuzz(
  name: string,
  url: string,
  adminKey: string | undefined,
  pages: string[],
  provider: string | undefined,
  count: number,
  service?: ServeProcess,
): Promise<number> {
  const document = await (await fetch(`${url}/openapi.json`)).json();
  const table = (await (await fetch(`${url}/errors`)).json()) as { data: { code: string; status: number }[] };
  const operations = operationsOf(document);
  tally ??= createTally(operations);
  const checks = createChecks(document, new Map(table.data.map((each) => [each.code, each.status])));
  const client = new Agent({ connections: AT_ONCE * 2 }).compose(
    (dispatch) => (options, handler) => dispatch({ ...options, origin: url }, handler),
  );
  const fuzzed: Fuzzed = { url, client, adminKey, operations, checks, tally, pages, provider };
  const release = slowConnections(url, 40);
  const sessions =
    only === undefined
      ? Array.from({ length: Math.ceil(count / SESSION_REQUESTS) }, (_, i) => seed + i)
      : [only];
  const before = service && (await residentBytes(service));
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, sessions.length) }, async () => {
      for (let next = sessions.shift(); next !== undefined; next = sessions.shift())
        await runSession(fuzzed, next, SESSION_REQUESTS);
    }),
  );
  release();
  const healthy = await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  const memory =
    service && before ? `, ${mb(before)} before and ${mb(await residentBytes(service))} after` : '';
  console.log(
    `The service ${name} ${healthy ? 'answers afterwards' : 'DOES NOT ANSWER afterwards'}${memory}`,
  );
  await client.close();
  return healthy ? 0 : 1;
}

/**
 * Hostile sources added to a running service one by one: how each ends, how long that takes, what a GET takes
 * meanwhile, and what the service and its parsing processes hold in memory, at most and after. Then the heaviest eight
 * at once.
 *
 *   node bench/reading-hostile.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../server/src/reading/parser-pool/resident-memory.ts';
import { flagsFor, type ServeProcess, startServe } from '../server/test/support/cli-process.ts';
import { onDisk } from '../server/test/support/each-database.ts';
import { measureGets } from '../server/test/support/get-latency.ts';
import { endsAs, type HostileInput, startHostileServers } from '../server/test/support/hostile-inputs.ts';

const AT_ONCE = 8;
const LOOK_EVERY_MS = 25;
const mega = (bytes: number) => (bytes / 2 ** 20).toFixed(0).padStart(6);

interface Memory {
  service: number;
  parsing: number;
}

/** Resident bytes of the service and, summed, of the processes it started. */
async function memoryOf(pid: number): Promise<Memory> {
  const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid);
  const sizes = await Promise.all(children.map((child) => residentMemory(Number(child))));
  return { service: await residentMemory(pid), parsing: sizes.reduce((sum, size) => sum + size, 0) };
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  } catch {
    return 0;
  }
}

async function watched<T>(pid: number, work: Promise<T>): Promise<{ result: T; most: Memory; ms: number }> {
  const most = { service: 0, parsing: 0 };
  const started = performance.now();
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) {
    const { service, parsing } = await memoryOf(pid);
    most.service = Math.max(most.service, service);
    most.parsing = Math.max(most.parsing, parsing);
    await Promise.race([sleep(LOOK_EVERY_MS), finished.catch(() => {})]);
  }
  return { result: await finished, most, ms: performance.now() - started };
}

async function json<T>(response: Response): Promise<T> {
  if (!response.ok)
    throw new Error(`${response.url} was answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<T>;
}

/** Adds it, waits for its end, and answers its text or the code of its failure. */
async function read(workspace: string, { source }: HostileInput): Promise<string> {
  const { id } = await json<{ id: string }>(await add(workspace, source));
  const url = `${workspace}/sources/${id}`;
  for (;;) {
    const { status, error } = await json<{ status: string; error?: { code: string } }>(await fetch(url));
    if (status === 'failed') return error?.code ?? '';
    if (status === 'ready') break;
    await sleep(LOOK_EVERY_MS);
  }
  return (await fetch(`${url}/content`)).text();
}

function add(workspace: string, source: HostileInput['source']): Promise<Response> {
  if ('url' in source)
    return fetch(`${workspace}/sources`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(source),
    });
  return fetch(
    `${workspace}/sources?type=${source.type}&filename=upload.${source.type === 'pdf' ? 'pdf' : 'txt'}`,
    {
      method: 'POST',
      headers: { 'content-type': source.type === 'pdf' ? 'application/pdf' : 'text/plain' },
      body: Buffer.from(source.bytes),
    },
  );
}

/** The same once more, so that it is not taken for a copy of the first. */
function asNew({ source, ...rest }: HostileInput): HostileInput {
  if (source.type === 'url') return { ...rest, source: { ...source, url: `${source.url}?again` } };
  if ('bytes' in source)
    return { ...rest, source: { ...source, bytes: Buffer.concat([source.bytes, Buffer.from('\n')]) } };
  return { ...rest, source };
}

async function measure(
  serve: ServeProcess,
  workspace: string,
  name: string,
  inputs: readonly HostileInput[],
) {
  const pid = serve.child.pid ?? 0;
  const gets = measureGets([workspace, `${workspace}/sources`]);
  const reading = Promise.all(inputs.map((input) => read(workspace, input)));
  const { result, most, ms } = await watched(pid, reading);
  const { p99 } = await gets.stop();
  const after = await memoryOf(pid);
  const asMeant = inputs.every((input, at) => endsAs(input, result[at] ?? ''));
  const cells = [
    (ms / 1000).toFixed(1).padStart(5),
    p99.toFixed(1).padStart(7),
    mega(most.parsing),
    mega(after.parsing),
    mega(most.service),
    mega(after.service),
  ];
  console.log(
    `${name.padEnd(58)} ${cells.join('  ')}  ${asMeant ? 'as it must' : `NOT: ${result.map((text) => text.slice(0, 60))}`}`,
  );
  if (!asMeant) process.exitCode = 1;
  return most.parsing;
}

async function main(): Promise<void> {
  console.log(`machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores; node ${process.version}`);
  const servers = await startHostileServers();
  const place = onDisk(undefined, async () => {});
  const serve = await startServe(flagsFor(place), {
    FETCH_ALLOW_HOSTS: servers.allowed.join(),
    GITHUB_API_URL: servers.githubApiUrl,
  });
  const created = await fetch(`${serve.url}/workspaces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hostile' }),
  });
  const workspace = `${serve.url}/workspaces/${(await json<{ id: string }>(created)).id}`;
  console.log(`${''.padEnd(58)}   s    GET p99  parsing MB: most, after  service MB: most, after  end`);
  const good = {
    name: 'an ordinary page',
    source: { type: 'url', url: servers.goodUrl },
    end: /word/,
  } as const;
  await measure(serve, workspace, good.name, [good]);
  const weighed: { input: HostileInput; bytes: number }[] = [];
  for (const input of servers.inputs)
    weighed.push({ input, bytes: await measure(serve, workspace, input.name, [input]) });
  const heaviest = weighed.sort((a, b) => b.bytes - a.bytes).slice(0, AT_ONCE);
  const again = heaviest.map(({ input }) => asNew(input));
  await measure(serve, workspace, `the heaviest ${AT_ONCE} at once`, again);
  await measure(serve, workspace, 'an ordinary page, after all that', [
    { ...good, source: { type: 'url', url: `${servers.goodUrl}?after` } },
  ]);
  await serve.stop();
  await servers.stop();
  await place.remove();
}
await main();

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockScriptInput } from '../../mock/src/mock.ts';
import { BUNDLES, buildServer } from '../../scripts/build-server.ts';
import { type ServeProcess, startServe, temporaryFolder } from '../../server/test/support/cli-process.ts';
import { type Cluster, startCluster } from '../../server/test/support/cluster.ts';
import { startPrivatePostgres } from '../../server/test/support/postgres.ts';
import { ask, residentBytes } from '../../server/test/support/service-calls.ts';

/** The command-line arguments that are not flags. */
export const POSITIONAL_ARGUMENTS: readonly string[] = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('--'));

/** Numeric arguments by position; `usual` if there are fewer. */
export function numberArguments<const T extends readonly number[]>(usual: T, words = POSITIONAL_ARGUMENTS) {
  return usual.map((one, at) => Number(words[at] ?? one)) as { -readonly [K in keyof T]: number };
}

/** Prints the machine, its load, and what is measured: the first line of every script that measures times. */
export function printMachine(what = ''): void {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${cpu?.model.trim()}, ${cpus().length} cores, ${gigabytes} GB, load ${load}, ${process.platform}, Node ${process.version}`,
  );
  if (what !== '') console.log(what);
}

/** The smallest of the values at or above a share of them; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** `p50 1.0 ms, p95 2.0 ms, p99 3.0 ms, most 4.0 ms of 100`. */
export function describePercentiles(times: readonly number[]): string {
  const at = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)} of ${times.length}`;
}

export const formatPercent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`;

/** A share as per cent; a dash for none. */
export const formatShareAsPercent = (part: number, whole: number) =>
  whole === 0 ? '–' : formatPercent(part / whole);

/** A row of a Markdown table. */
export const tableRow = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

export function tableHead(...cells: string[]): void {
  tableRow(...cells);
  tableRow(...cells.map(() => '---'));
}

/** Milliseconds of processor time of this process, which other work on the machine hardly affects. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** User and system time of all threads of a process, which Linux counts in hundredths of a second; NaN elsewhere. */
export function processorMsOfProcess(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  const fields = existsSync(file) ? readFileSync(file, 'utf8').split(') ')[1]?.split(' ') : [];
  return (Number(fields?.[11]) + Number(fields?.[12])) * 10;
}

/**
 * Measures all sides in each round, so that other work on the machine affects them alike; the first round does not
 * count.
 */
export async function measureInTurns<K extends string>(
  rounds: number,
  sides: Readonly<Record<K, (warmsUp: boolean) => number | Promise<number>>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(sides) as K[];
  const found = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const measured = await sides[name](round === 0);
      if (round > 0) found[name].push(measured);
    }
  return found;
}

/** The ratio of the medians, and the ratios of the rounds. */
export function ratioOfMedians(of: readonly number[], to: readonly number[]): string {
  const rounds = of.map((one, round) => (one / (to[round] ?? Number.NaN)).toFixed(2));
  return `ratio ${(median(of) / median(to)).toFixed(2)} (rounds ${rounds.join(' ')})`;
}

/** Runs a service in a new folder, as a process, during `work`. */
export async function withService<T>(
  work: (service: ServeProcess, folder: string) => Promise<T>,
  flags: (folder: string) => readonly string[] = () => [],
  env: Record<string, string> = {},
): Promise<T> {
  const folder = temporaryFolder();
  try {
    const own = ['--data-dir', folder.path, '--log-level', 'warn'];
    const service = await startServe([...own, ...flags(folder.path)], env);
    try {
      return await work(service, folder.path);
    } finally {
      await service.stop();
    }
  } finally {
    folder.remove();
  }
}

/** Provides a bundle of the service and a PostgreSQL of this machine that does not wait for the disk, during `work`. */
export async function withBundle<T>(work: (cli: string, databaseUrl: string) => Promise<T>): Promise<T> {
  const server = await startPrivatePostgres();
  if ('skipped' in server) throw new Error(server.skipped);
  mkdirSync(BUNDLES, { recursive: true });
  const folder = mkdtempSync(join(BUNDLES, 'bench-'));
  try {
    return await work(await buildServer(folder), server.url);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs two API nodes and workers on one PostgreSQL, during `work`. */
export function withCluster(
  work: (cluster: Cluster) => Promise<void>,
  script: MockScriptInput,
  provider: object = {},
): Promise<void> {
  return withBundle(async (cli, url) => {
    process.env.TEST_DATABASE_URL = url;
    const cluster = await startCluster(script, provider, cli);
    try {
      await work(cluster);
    } finally {
      await cluster.stop();
    }
  });
}

/** A completed evaluation. */
export interface Evaluated {
  readonly path: string;
  /** The time from its start to its results. */
  readonly seconds: number;
  /** The time from the request until it was accepted. */
  readonly plannedInMs: number;
  /** Maximum resident memory of the service in that time. */
  readonly peakBytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON body.
  readonly results: any;
}

/** Runs an evaluation in a workspace, `/workspaces/…`, and waits for its results; throws if it does not complete. */
export async function runEvaluation(
  service: ServeProcess,
  workspace: string,
  definition: object,
): Promise<Evaluated> {
  const list = `${workspace}/evaluations`;
  const asked = performance.now();
  const { id } = await ask(service, 'POST', list, { name: 'Bench', ...definition });
  const plannedInMs = performance.now() - asked;
  let peakBytes = 0;
  for (let status = 'queued'; status !== 'completed'; await sleep(250)) {
    peakBytes = Math.max(peakBytes, await residentBytes(service));
    // Only the ids are needed from the list; reading the results would be measured too.
    const [first] = (await ask(service, 'GET', `${list}?limit=1`)).data;
    if (!['queued', 'running', 'completed'].includes(first.status)) throw new Error(first.error_message);
    status = first.status;
  }
  const { started_at, completed_at, results } = await ask(service, 'GET', `${list}/${id}`);
  const seconds = (Date.parse(completed_at) - Date.parse(started_at)) / 1000;
  return { path: `${list}/${id}`, seconds, plannedInMs, peakBytes, results };
}

/** Creates a workspace and returns its path. */
export async function newWorkspace(service: ServeProcess): Promise<string> {
  return `/workspaces/${(await ask(service, 'POST', '/workspaces', { name: 'Bench' })).id}`;
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockModel, type MockScriptInput, startMockModel } from '@touchstone/mock';
import pg from 'pg';
import { CLI, type ServeProcess, startServe } from './cli-process.ts';
import { writeProviders } from './evaluation-service.ts';
import { type HttpAnswer, httpRequest } from './http-request.ts';
import { freshPostgresDatabase } from './postgres.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';

const KEY = 'the-first-key-of-a-cluster';

/** Two API nodes behind a proxy, and workers, as processes on one PostgreSQL. */
export interface Cluster {
  /** As they are now: those that were replaced are not among them. */
  readonly nodes: readonly [ServeProcess, ServeProcess];
  readonly proxy: RoundRobin;
  readonly mock: MockModel;
  readonly db: pg.Client;
  startNode(): Promise<ServeProcess>;
  /** Starts another one in the place of this one, for the proxy too. */
  replaceNode(node: ServeProcess): Promise<void>;
  startWorker(role?: 'worker' | 'load'): Promise<ServeProcess>;
  /** Asks with the key: the proxy, or the node that is named. */
  call(
    method: string,
    path: string,
    json?: unknown,
    more?: { headers?: Record<string, string>; at?: { url: string } },
  ): Promise<HttpAnswer>;
  readonly headers: Record<string, string>;
  stop(): Promise<void>;
}

/** @param cli the program of all processes, as of `startServe` */
export async function startCluster(
  script: MockScriptInput,
  provider: object = {},
  cli = CLI,
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-cluster-'));
  const database = await freshPostgresDatabase();
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  const mock = await startMockModel({ script });
  const processes: ServeProcess[] = [];
  let started = 0;
  const start = async (role: string) => {
    const dataDir = join(folder, `${role}-${++started}`);
    mkdirSync(dataDir);
    const flags = ['--role', role, '--data-dir', dataDir, '--database-url', database.url];
    const config = ['--touchstone-config', writeProviders(dataDir, mock, provider), '--log-level', 'warn'];
    const process = await startServe([...flags, ...config], { TOUCHSTONE_BOOTSTRAP_KEY: KEY }, cli);
    processes.push(process);
    return process;
  };
  const nodes = await Promise.all([start('api'), start('api')]);
  const proxy = await startRoundRobin(nodes);
  const headers = { authorization: `Bearer ${KEY}` };
  return {
    nodes,
    proxy,
    mock,
    db,
    headers,
    startNode: () => start('api'),
    async replaceNode(node) {
      nodes[nodes.indexOf(node)] = await start('api');
    },
    startWorker: (role = 'worker') => start(role),
    call: (method, path, json, more = {}) =>
      httpRequest(method, (more.at ?? proxy).url + path, { json, headers: { ...headers, ...more.headers } }),
    async stop() {
      await proxy.stop();
      await Promise.all(processes.map(({ kill }) => kill()));
      await db.end();
      await mock.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

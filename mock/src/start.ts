import type { AddressInfo } from 'node:net';
import { InvalidInput } from './invalid-input.ts';
import { openRequestLog } from './requests/request-log.ts';
import type { MockStats, PromptView } from './requests/stats.ts';
import { loadFiles } from './script/items-file.ts';
import { type MockScriptInput, parseScript } from './script/script.ts';
import { createMockServer, type MockServer } from './server.ts';

export interface MockModelOptions {
  /** The script; unknown keys are refused. Default: `{}`, which answers arithmetic correctly. */
  readonly script?: MockScriptInput;
  /** The folder of relative `file` names in the script. Default: the working directory. */
  readonly baseDir?: string;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Whether `host` may be other than loopback. Default false: the mock has no access control. */
  readonly allowRemote?: boolean;
  /** A file that receives a JSON line for each finished request; an existing file is replaced. */
  readonly log?: string;
}

export interface MockModel {
  /** `http://127.0.0.1:40123`; an OpenAI client's base URL is this plus `/v1`. */
  readonly url: string;
  readonly port: number;
  /** The current counters; with `'repeated'` or `'all'` also those of single prompts. */
  stats(prompts?: PromptView): MockStats;
  /** Counts of submitted batches, by protocol. */
  batchStats: MockServer['batchStats'];
  /** Resets counters, attempts, quotas and turns, as after a start. */
  reset(): void;
  /** Replaces the script; counters and attempts continue. Throws `invalid_request`. */
  setScript(script: MockScriptInput): Promise<void>;
  /** Closes the port and every connection, including those of hanging requests. */
  stop(): Promise<void>;
}

/**
 * Starts a mock model server. Throws `invalid_request` for an invalid script, an unreadable items file, or a host that
 * is not loopback without `allowRemote`, and the system's error if it cannot listen.
 */
export async function startMockModel(options: MockModelOptions = {}): Promise<MockModel> {
  const { host = '127.0.0.1', port = 0, baseDir = process.cwd() } = options;
  if (!isLoopback(host) && options.allowRemote !== true) throw remoteHost(host);
  const load = (script: MockScriptInput) => loadFiles(parseScript(script), baseDir);
  const script = await load(options.script ?? {});
  const log = options.log === undefined ? undefined : await openRequestLog(options.log);
  const mock = createMockServer(script, () => ({ port: address.port, host }), log);
  await listen(mock.server, port, host);
  const address = mock.server.address() as AddressInfo; // not null and not a pipe: it listens on a port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    stats: mock.stats,
    batchStats: mock.batchStats,
    reset: mock.reset,
    setScript: async (script) => mock.setScript(await load(script)),
    async stop() {
      mock.outages.stop();
      if (!mock.server.listening) return;
      const closed = Promise.withResolvers<void>();
      mock.server.close(() => closed.resolve());
      mock.server.closeAllConnections();
      await closed.promise;
      await log?.close();
    },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function remoteHost(host: string): InvalidInput {
  const detail = `The mock model has no access control, so it does not listen on ${host}. Use a loopback host, or allow remote callers (--allow-remote).`;
  return new InvalidInput(detail, { errors: [{ pointer: '/host', detail }] });
}

function listen(
  server: ReturnType<typeof createMockServer>['server'],
  port: number,
  host: string,
): Promise<void> {
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, () => {
    server.off('error', listening.reject);
    listening.resolve();
  });
  return listening.promise;
}

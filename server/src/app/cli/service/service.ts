import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@touchstone/client';
import { type Config, ConfigError, loadConfig } from '../../../platform/config.ts';
import { UsageError } from '../terminal/arguments.ts';
import { fetchFrom } from '../terminal/reach.ts';
import { readText } from '../terminal/read-file.ts';

/** A service that a command calls over HTTP, like any other client. */
export interface RunningService {
  readonly url: string;
  readonly client: Client;
  stop(onStep: (step: string) => void): Promise<void>;
}

/**
 * Settings of a fresh service on the embedded database. Of the operator's settings it uses only the providers. Its
 * warnings are not logged, because the responses contain them.
 */
const TEMPORARY_SETTINGS = {
  role: 'all',
  host: '127.0.0.1',
  port: '0',
  'base-path': '',
  'database-url': '',
  'allowed-hosts': '',
  'public-url': '',
  'touchstone-bootstrap-key': '',
  'log-level': 'error',
};

/**
 * Starts the service in a temporary directory, which `stop` removes. `settings` override the environment; `providers`
 * are added to the operator's. Throws `ConfigError`.
 */
export async function startTemporaryService(
  signal: AbortSignal,
  {
    providers = [],
    settings = {},
  }: { providers?: Config['providers']; settings?: Readonly<Record<string, string>> } = {},
): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const config = loadConfig({ flags: { ...TEMPORARY_SETTINGS, ...settings, 'data-dir': dataDir } });
    refuseSameNames(config.providers, providers);
    // Loaded here, because a command that calls another service does not need it.
    const { createApp } = await import('../../app.ts');
    const app = await createApp({ ...config, providers: [...config.providers, ...providers] });
    try {
      const { url } = await app.start();
      return {
        url,
        client: clientOf(url, undefined, () => signal),
        async stop(onStep) {
          await app.stop(onStep);
          await remove();
        },
      };
    } catch (error) {
      await app.stop();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A service, which may be another process. */
export interface OpenService {
  readonly client: Client;
  /** A client whose requests `signal` does not abort; null for a temporary service, which ends with the command. */
  readonly clientAfterStop: Client | null;
  stop(onStep: (step: string) => void): Promise<void>;
}

const AFTER_STOP_MS = 5000;

/** The values of --url, --key and --key-file. */
export interface ServerFlags {
  url: string | undefined;
  key: string | undefined;
  keyFile: string | undefined;
}

/** The server of --url with its key; undefined without --url. Throws `UsageError`. */
export async function namedServer({ url, key, keyFile }: ServerFlags) {
  if (url !== undefined) {
    if (!URL.canParse(url)) throw new UsageError(`--url is not an address: ${url}`);
    return { url, key: keyFile === undefined ? key : (await readText(keyFile)).trim() };
  }
  if (key !== undefined || keyFile !== undefined) throw new UsageError('--key and --key-file need --url.');
  return undefined;
}

/** The server at an address, or a temporary service with the operator's providers. */
export async function openService(
  server: { url: string; key: string | undefined } | undefined,
  signal: AbortSignal,
): Promise<OpenService> {
  if (server === undefined) return { ...(await startTemporaryService(signal)), clientAfterStop: null };
  const { url, key } = server;
  return {
    client: clientOf(url, key, () => signal),
    clientAfterStop: clientOf(url, key, () => AbortSignal.timeout(AFTER_STOP_MS)),
    stop: async () => {},
  };
}

function clientOf(url: string, key: string | undefined, signal: () => AbortSignal): Client {
  return createClient({
    baseUrl: url.replace(/\/+$/, ''),
    ...(key !== undefined && { key }),
    fetch: fetchFrom(url, signal),
  });
}

function refuseSameNames(own: Config['providers'], mocks: Config['providers']): void {
  const taken = own.find(({ name }) => mocks.some((mock) => mock.name === name));
  if (!taken) return;
  throw new ConfigError(
    `TOUCHSTONE_CONFIG names a provider "${taken.name}", which is also the name of a mock in the demonstration; rename it.`,
  );
}

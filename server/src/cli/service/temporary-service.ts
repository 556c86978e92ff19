import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@touchstone/client';
import { createApp } from '../../app.ts';
import { type Config, ConfigError, loadConfig } from '../../config.ts';

export interface DemoService {
  url: string;
  /** Speaks to the service as any program would, over HTTP. */
  client: Client;
  stop(onStep: (step: string) => void): Promise<void>;
}

/** A fresh service on the embedded database, whatever the operator's own settings; only the providers are theirs. */
const FRESH = {
  host: '127.0.0.1',
  port: '0',
  'base-path': '',
  'database-url': '',
  'allowed-hosts': '',
  'public-url': '',
  'touchstone-bootstrap-key': '',
  'log-level': 'warn',
};

/**
 * Starts the service in a directory of its own, which `stop` removes; `settings` win over the environment. Throws
 * `ConfigError`.
 */
export async function startDemoService(
  mocks: Config['providers'],
  signal: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
): Promise<DemoService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-demo-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const config = loadConfig({ flags: { ...FRESH, ...settings, 'data-dir': dataDir } });
    refuseSameNames(config.providers, mocks);
    const app = await createApp({ ...config, providers: [...config.providers, ...mocks] });
    try {
      const { url } = await app.start();
      return {
        url,
        client: createClient({ baseUrl: url, fetch: (request) => fetch(request, { signal }) }),
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

function refuseSameNames(own: Config['providers'], mocks: Config['providers']): void {
  const taken = own.find(({ name }) => mocks.some((mock) => mock.name === name));
  if (!taken) return;
  throw new ConfigError(
    `TOUCHSTONE_CONFIG names a provider "${taken.name}", which is what the demonstration calls a mock of its own; give it another name.`,
  );
}

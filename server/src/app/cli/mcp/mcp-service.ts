import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../../kernel/log.ts';
import { readOwnerFile } from '../../../platform/access/access.ts';
import type { Config } from '../../../platform/config.ts';
import { DatabaseRefused } from '../../../platform/db/database-refused.ts';

/** The address of a service, and the key that is sent. */
export interface McpService {
  readonly url: string;
  readonly key: string | undefined;
}

/** How a command that serves an MCP client finds its service. */
export type McpServices = ReturnType<typeof serviceOfDataDir>;

/** A service at a given address. */
export function serviceAt(url: string, key: string | undefined): McpServices {
  const service = { url: url.replace(/\/+$/, ''), key };
  return { find: async () => service, stop: async () => {} };
}

const ANSWERS_WITHIN_MS = 5000;
/**
 * Time within which another process that starts on the same directory publishes its address, even on a busy machine.
 */
const STARTUP_WAIT_MS = 30_000;
const ASK_EVERY_MS = 250;

/**
 * The service of a data directory: a running one, found by the owner's file, else a new one in this process on a free
 * port. Throws `DatabaseRefused` if the directory is locked by a process that never responds.
 */
export function serviceOfDataDir(config: Config) {
  let found: Promise<McpService> | null = null;
  let stopOwn = async () => {};

  async function startOwn(): Promise<McpService> {
    const { createApp } = await import('../../app.ts');
    const app = await createApp(
      { ...config, role: 'all', host: '127.0.0.1', port: 0, publicUrl: null },
      createLog(config.logLevel),
    );
    try {
      await app.start();
    } catch (error) {
      await app.stop();
      throw error;
    }
    const { url, token } = ownerOf(config);
    stopOwn = () => app.stop();
    return { url, key: token };
  }

  async function look(): Promise<McpService> {
    for (const until = performance.now() + STARTUP_WAIT_MS; ; await sleep(ASK_EVERY_MS)) {
      const running = await runningService(config.dataDir);
      if (running) return running;
      try {
        return await startOwn();
      } catch (error) {
        // Another process was faster; a database server can be shared.
        const isTaken = error instanceof DatabaseRefused && config.databaseUrl === undefined;
        if (!isTaken || performance.now() > until) throw error;
      }
    }
  }

  return {
    /** The cached service, unless it is `lost`. If none runs on the data directory, starts one in this process. */
    async find(lost?: McpService): Promise<McpService> {
      const asked = found;
      const known = await asked?.catch(() => null);
      if (known && known !== lost) return known;
      // If several messages lost the same service, only the first looks for another one.
      if (found === null || found === asked) found = look();
      return found;
    },
    /** Stops the service that was started in this process. */
    stop: (): Promise<void> => stopOwn(),
  };
}

/** The running service of a data directory, or null; a killed one may have left its file. */
async function runningService(dataDir: string): Promise<McpService | null> {
  const owner = readOwnerFile(dataDir);
  if (!owner) return null;
  const answered = await fetch(`${owner.url}/session`, {
    headers: { authorization: `Bearer ${owner.token}` },
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).catch(() => null);
  return answered?.ok ? { url: owner.url, key: owner.token } : null;
}

function ownerOf({ dataDir }: Config): { url: string; token: string } {
  const owner = readOwnerFile(dataDir);
  if (!owner) throw new Error(`The service has started and owner.json is not in ${dataDir}.`);
  return owner;
}

import { systemClock } from '../../src/kernel/clock.ts';
import type { Log } from '../../src/kernel/log.ts';
import { createAccess } from '../../src/platform/access/access.ts';
import { openDatabase } from '../../src/platform/db/db.ts';
import type { App } from '../../src/platform/http/app-type.ts';
import { closeHttp, createHttp, listeningAddress } from '../../src/platform/http/http.ts';
import { silentLog } from './silent-log.ts';

/** The HTTP server with access and problems, and of all routes only those of the test. */
export interface BareHttp {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startBareHttp(
  dataDir: string,
  basePath: string,
  routes: (app: App) => void | Promise<void>,
  log: Log = silentLog,
): Promise<BareHttp> {
  const db = await openDatabase({ dataDir, log: silentLog });
  const hosts = { boundHost: '127.0.0.1', allowedHosts: [], publicUrl: null };
  const access = createAccess({ db, clock: systemClock, hosts, requestsPerMinute: 0, ownerToken: null });
  const http = await createHttp({
    access,
    log,
    basePath,
    bodiesLimit: 60_000_000,
    bodyLimit: 1000,
    bodyValues: 100,
    version: '1.2.3',
  });
  await http.register(async (scope) => routes(scope as App), { prefix: basePath });
  await http.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin: `http://127.0.0.1:${listeningAddress(http).port}`,
    async stop() {
      await closeHttp(http);
      await db.close();
    },
  };
}

import { type Access, createAccess, type Reach } from './access/access.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/db.ts';
import type { App } from './http/app-type.ts';
import { createHttp, listeningAt } from './http/http.ts';
import { systemClock } from './kernel/clock.ts';
import { createLog, type Log } from './kernel/log.ts';
import { isLoopback } from './kernel/loopback.ts';
import { VERSION } from './version.ts';
import { workspaceRoutes } from './workspaces/workspace-routes.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

export interface Touchstone {
  readonly http: App;
  readonly access: Access;
  start(): Promise<{ url: string }>;
  stop(): Promise<void>;
}

/** Builds everything in dependency order; reading it is reading the architecture. */
export async function createApp(config: Config, log: Log = createLog(config.logLevel)): Promise<Touchstone> {
  const clock = systemClock;
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    log,
  });
  const access = createAccess({
    db,
    clock,
    reach: reachOf(config),
    requestsPerMinute: config.requestsPerMinute,
    ownerToken: null,
  });
  const workspaces = createWorkspaces({ db, clock, onDelete: () => {} });

  const http = await createHttp({
    access,
    log,
    basePath: config.basePath,
    bodyLimit: config.bodyLimit,
    version: VERSION,
  });
  await http.register(
    async (app) => {
      workspaceRoutes(app as App, { workspaces, access });
    },
    { prefix: config.basePath },
  );

  return {
    http,
    access,
    async start() {
      await http.listen({ host: config.host, port: config.port });
      const { host, port } = listeningAt(http);
      return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}${config.basePath}` };
    },
    async stop() {
      await http.close();
      await db.close();
    },
  };
}

function reachOf({ host, allowedHosts, publicUrl }: Config): Reach {
  return { boundToLoopback: isLoopback(host), allowedHosts, publicUrl };
}

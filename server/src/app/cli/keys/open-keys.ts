import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '../../../kernel/actor.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { AppError, type ErrorCode, type FieldError } from '../../../kernel/errors.ts';
import { createLog } from '../../../kernel/log.ts';
import type { Page } from '../../../kernel/page.ts';
import {
  createAccess,
  type KeyInput,
  type KeyView,
  type NewKeyView,
  readOwnerFile,
} from '../../../platform/access/access.ts';
import { type Config, ConfigError } from '../../../platform/config.ts';
import { openDatabase } from '../../../platform/db/db.ts';

/** The keys of a service, reached through its server or its database. */
export interface ManagedKeys {
  /** The service or database of these keys, for messages. */
  readonly where: string;
  create(input: KeyInput): Promise<NewKeyView>;
  list(query: { limit: number; cursor?: string }): Promise<Page<KeyView>>;
  revoke(id: string): Promise<void>;
  close(): Promise<void>;
}

const ANSWER_WITHIN_MS = 10_000;

/**
 * The keys of the server that runs on the data directory, else those in its database. With DATABASE_URL, always those
 * in the database: any number of servers may share it, and each notices a change within a second.
 */
export async function openKeys(config: Config, { mayCreate }: { mayCreate: boolean }): Promise<ManagedKeys> {
  const server = config.databaseUrl === undefined ? await keysOfServer(config.dataDir) : null;
  return server ?? keysOfDatabase(config, mayCreate);
}

/** Null if no server runs on this directory; a killed one may have left its file there. */
async function keysOfServer(dataDir: string): Promise<ManagedKeys | null> {
  const server = readOwnerFile(dataDir);
  if (!server) return null;
  const send = (method: string, path: string, body?: object) =>
    fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${server.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  const isThere = await send('GET', '/session').then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) return null;
  return {
    where: `the server at ${server.url}`,
    create: async (input) => (await accepted(await send('POST', '/api-keys', input))) as NewKeyView,
    list: async ({ limit, cursor }) => {
      const query = `limit=${limit}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      return (await accepted(await send('GET', `/api-keys?${query}`))) as Page<KeyView>;
    },
    revoke: async (id) => {
      await accepted(await send('DELETE', `/api-keys/${id}`));
    },
    close: async () => {},
  };
}

/** The body of a response. Throws `AppError` for a refusal. */
async function accepted(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { code, detail, errors = [] } = body as { code: ErrorCode; detail: string; errors?: FieldError[] };
  throw new AppError(code, detail, { errors });
}

async function keysOfDatabase(config: Config, mayCreate: boolean): Promise<ManagedKeys> {
  const { dataDir, databaseUrl: url } = config;
  if (url === undefined && !mayCreate && !existsSync(join(dataDir, 'touchstone.db'))) {
    throw new ConfigError(`There is no database in ${dataDir}. Set the right directory with --data-dir.`);
  }
  const db = await openDatabase({ url, dataDir, log: createLog(config.logLevel) });
  const { keys } = createAccess({
    db,
    clock: systemClock,
    hosts: { boundHost: '127.0.0.1', allowedHosts: [], publicUrl: null },
    requestsPerMinute: 0,
    ownerToken: null,
  });
  return {
    where: url === undefined ? `the database in ${dataDir}` : 'the database of DATABASE_URL',
    create: (input) => keys.create(systemActor, input),
    list: (query) => keys.list(systemActor, query),
    revoke: (id) => keys.revoke(systemActor, id),
    close: () => db.close(),
  };
}

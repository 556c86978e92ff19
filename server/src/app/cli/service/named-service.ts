import { allPages, answer, type Client, createClient, TouchstoneError } from '@touchstone/client';
import { readOwnerFile } from '../../../platform/access/access.ts';
import { ConfigError, loadConfig } from '../../../platform/config.ts';
import { settingsFromFlags, UsageError } from '../terminal/arguments.ts';
import { explainClientError } from '../terminal/explain-client-error.ts';
import { fetchFrom } from '../terminal/reach.ts';
import { namedServer } from './service.ts';

/** Flags that name a service: an address and a key, or else a data directory. */
export const NAMED_SERVICE_FLAGS = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  'data-dir': { type: 'string' },
} as const;

export const NAMED_SERVICE_HELP = `  --url ADDRESS         The address of a running service; default: the service on --data-dir
  --key KEY             Its API key; use --key-file FILE to keep it out of the process list
  --data-dir DIRECTORY  The data directory of the service`;

/** The address and key of a service. */
export interface NamedService {
  url: string;
  key: string | undefined;
}

/**
 * The service at the given address, with its key, else the one that runs on the data directory, as its owner. Throws
 * `UsageError`, and `ConfigError` if none runs there.
 */
export async function findService(
  values: Readonly<Record<string, unknown>> & { url?: string; key?: string; 'key-file'?: string },
): Promise<NamedService> {
  const { url, key, 'key-file': keyFile } = values;
  const named = await namedServer({ url, key, keyFile });
  if (named) return { ...named, url: named.url.replace(/\/+$/, '') };
  const { dataDir } = loadConfig({ flags: settingsFromFlags(values) });
  const owned = readOwnerFile(dataDir);
  if (owned !== null) return { url: owned.url, key: owned.token };
  throw new ConfigError(
    `No server runs on ${dataDir}. Start it, choose another with --data-dir, or use --url and --key.`,
  );
}

export function clientFor({ url, key }: NamedService, signal: AbortSignal): Client {
  return createClient({
    baseUrl: url,
    ...(key !== undefined && { key }),
    fetch: fetchFrom(url, () => signal),
  });
}

/** The id of a workspace by its id or name. Throws `UsageError` if no workspace, or more than one, has it. */
export async function findWorkspace(client: Client, wanted: string): Promise<string> {
  const found: string[] = [];
  for await (const { id, name } of listAllWorkspaces(client))
    if (id === wanted || name === wanted) found.push(id);
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new UsageError(
    found.length === 0
      ? `No workspace is called "${wanted}". Create it in the console or with POST /workspaces, or name another.`
      : `${found.length} workspaces are called "${wanted}". Give the id of one: ${found.join(', ')}.`,
  );
}

/** The only workspace. Throws `UsageError` if there are none or several. */
async function onlyWorkspace(client: Client): Promise<string> {
  const names: string[] = [];
  let only = '';
  for await (const { id, name } of listAllWorkspaces(client)) {
    only = id;
    names.push(name);
  }
  if (names.length === 1) return only;
  if (names.length === 0)
    throw new UsageError(
      'The service has no workspace yet; create one in the console or with POST /workspaces.',
    );
  throw new UsageError(
    `The service has ${names.length} workspaces; choose one with --workspace: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}.`,
  );
}

/** The id of a stack by its id or name. Throws `UsageError` if no stack, or more than one, has it. */
export async function findStack(client: Client, workspace_id: string, wanted: string): Promise<string> {
  const found = await findStackIfAny(client, workspace_id, wanted);
  if (found === undefined) throw new UsageError(`There is no stack "${wanted}" in this workspace.`);
  return found;
}

/** The id of a stack by its id or name; undefined if there is none. Throws `UsageError` if several have the name. */
export async function findStackIfAny(
  client: Client,
  workspace_id: string,
  wanted: string,
): Promise<string | undefined> {
  const found: string[] = [];
  const page = (query: { cursor?: string }) =>
    answer(client.GET('/workspaces/{workspace_id}/stacks', { params: { path: { workspace_id }, query } }));
  for await (const { id, name } of allPages(page)) if (id === wanted || name === wanted) found.push(id);
  if (found.length > 1)
    throw new UsageError(
      `${found.length} stacks of the workspace are called "${wanted}". Give the id of one: ${found.join(', ')}.`,
    );
  return found[0];
}

/** The named workspace, else the only one. Throws `UsageError` if neither is unique. */
export const chooseWorkspace = (client: Client, wanted: string | undefined): Promise<string> =>
  wanted === undefined ? onlyWorkspace(client) : findWorkspace(client, wanted);

/**
 * Calls `read` for each workspace until it finds something. Throws `UsageError` that names `what` if it finds
 * nothing.
 */
export async function findInWorkspaces<T>(
  client: Client,
  what: string,
  read: (workspace_id: string) => Promise<T>,
): Promise<T> {
  for await (const { id } of listAllWorkspaces(client)) {
    try {
      return await read(id);
    } catch (error) {
      if (!(error instanceof TouchstoneError && error.code === 'not_found')) throw error;
    }
  }
  throw new UsageError(`There is no ${what} in any workspace that this key may see.`);
}

/** Prints why a command that calls the service failed, and returns `exitCode`. Rethrows a `UsageError`. */
export function reportFailure(error: unknown, exitCode: number): number {
  if (error instanceof UsageError) throw error;
  process.stderr.write(`${explainClientError(error)}\n`);
  return exitCode;
}

/** All workspaces that the key may read. */
export function listAllWorkspaces(client: Client) {
  return allPages((query) => answer(client.GET('/workspaces', { params: { query } })));
}

import { type Actor, requireRole } from '../../kernel/actor.ts';
import { AddressRefused, type AddressRules, checkUrl, hostAndPort } from '../../kernel/address-guard.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, impossibleField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { isLoopback, isPlainHttpToOthers, withoutBrackets } from '../../kernel/loopback.ts';
import { type OperationId, requireServiceOperation } from '../../platform/access/operations.ts';
import { resolvePreset } from '../../platform/config-providers.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { BatchUndone, requireCommitted } from '../../platform/db/live-workspace.ts';
import { type Revised, reviseRow } from '../../platform/db/revise.ts';
import { requirePresent } from '../../platform/http/patch.ts';
import {
  type Account,
  addressFor,
  PROVIDER_KINDS,
  PROVIDER_PRESETS,
} from '../../platform/provider-presets.ts';
import {
  type AddedProvider,
  type Models,
  type ProviderInfo,
  type ProviderSettings,
  priceProblem,
} from '../models.ts';
import { checkProvider, type PriceOf } from './check-provider.ts';
import { type KeyRing, openSecret, rewrapSecret, type SealedSecret, sealSecret } from './key-ring.ts';
import {
  fromSecretText,
  type ProviderSecrets,
  requireAccount,
  splitAccount,
  toSecretText,
  withoutKeyGroup,
} from './provider-account.ts';
import {
  ADDED_KINDS,
  type NewProvider,
  type ProviderCheck,
  type ProviderLimits,
  type ProviderPatch,
  type RewrappedProviders,
} from './provider-input.ts';
import {
  deleteProvider,
  findProviderRow,
  insertProvider,
  listProviderRows,
  type ProviderRow,
  rewrapProvider,
  updateProvider,
} from './provider-store.ts';

export interface ProvidersOptions {
  db: Database;
  clock: Clock;
  log: Log;
  models: Models;
  /** Empty: keys cannot be stored, and stored ones cannot be read. */
  ring: KeyRing;
  /** Non-public addresses that the operator allows, as `host:port` (`TARGET_ALLOW_HOSTS`). */
  allowHosts: readonly string[];
  /** Whether services of this machine are allowed too. */
  allowsLoopback(): boolean;
  priceOf: PriceOf;
}

/**
 * Providers that admins add while the service runs, for all workspaces. Every change throws `forbidden` unless the
 * actor is an admin who is not limited to certain workspaces, and `not_found` for a provider that was not added here.
 */
export interface Providers {
  /**
   * Throws `conflict` for a name in use, and `impossible` for an address that is not allowed or a key that cannot be
   * stored.
   */
  create(actor: Actor, input: NewProvider): Promise<Revised<ProviderInfo>>;
  /** Also returns a configured provider, whose revision is 0. */
  get(actor: Actor, name: string): Promise<Revised<ProviderInfo>>;
  /** A new origin needs the key again, because the stored one is sent nowhere else. */
  patch(
    actor: Actor,
    name: string,
    patch: ProviderPatch,
    expected: readonly number[] | null,
  ): Promise<Revised<ProviderInfo>>;
  /** Refuses new runs; those in progress finish. */
  remove(actor: Actor, name: string, expected: readonly number[] | null): Promise<void>;
  check(actor: Actor, name: string, modelId: string | undefined, signal: AbortSignal): Promise<ProviderCheck>;
  /** Encrypts all data keys with the first key of the ring. Throws `impossible` without a ring. */
  rewrap(actor: Actor): Promise<RewrappedProviders>;
  /** Whether a key can be stored; otherwise what to do. */
  keyStorage(): { available: boolean; problem: string | null };
  /** Reads the changes of other processes. */
  refresh(): Promise<void>;
  /** Reads all providers, and keeps polling if other processes may change them. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The workspace of shared secrets, to which a key is bound. */
const SCOPE = 'service';
const NAME_TAKEN = 'provider_name_taken';
const CHANGED = 'providers';
const POLL_MS = 1000;
/** The polling interval while other processes send notifications. */
const POLL_NOTIFIED_MS = 10_000;
const MAKE_KEY = 'openssl rand -base64 32';
const MOST_PROVIDERS = 200;

export function createProviders(options: ProvidersOptions): Providers {
  const { db, clock, log, models, ring, allowHosts, allowsLoopback, priceOf } = options;
  let polling: NodeJS.Timeout | undefined;
  let isStopped = false;
  let reading: Promise<void> = Promise.resolve();
  let told = '';

  db.notifications?.receive(CHANGED, () => refreshLogged());
  db.notifications?.watch(() => refreshLogged());

  async function read(): Promise<void> {
    const rows = await listProviderRows(db);
    const added = rows.flatMap((row) => toAdded(row) ?? []);
    models.replaceAdded(added);
    const usable = added.flatMap(({ settings, problem }) => (problem === null ? settings.name : []));
    const unusable = rows.map(({ name }) => name).filter((name) => !usable.includes(name));
    if (unusable.join() !== told && unusable.length > 0)
      log.warn({ providers: unusable }, 'added providers cannot be called; GET /providers says why');
    told = unusable.join();
  }

  /** Runs one at a time, so that newer data is never replaced by older data. */
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read);
    return reading;
  }

  function refreshLogged(): void {
    if (!isStopped) refresh().catch((err) => log.warn({ err }, 'added providers could not be read'));
  }

  function poll(): void {
    const everyMs = db.notifications?.listening() ? POLL_NOTIFIED_MS : POLL_MS;
    polling = setTimeout(() => {
      refreshLogged();
      poll();
    }, everyMs).unref();
  }

  function rulesFor(url: URL): AddressRules {
    const pair = hostAndPort(url);
    const isHere = isLoopback(withoutBrackets(url.hostname)) && allowsLoopback();
    return {
      allowPrivateNetworks: false,
      allowHosts: isHere ? [...allowHosts, pair] : allowHosts,
      only: [pair],
    };
  }

  /** Why this address must not be called; null if it may be. */
  function addressProblem(baseUrl: string, hasKey: boolean): string | null {
    const url = URL.parse(baseUrl);
    if (url === null || !/^https?:$/.test(url.protocol)) return NOT_AN_ADDRESS;
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
      return NOT_AN_ADDRESS;
    try {
      checkUrl(baseUrl, rulesFor(url));
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
      return `${hostAndPort(url)} is not allowed; the operator can add it to TARGET_ALLOW_HOSTS. Public addresses on ports 80 and 443 need no permission.`;
    }
    if (hasKey && isPlainHttpToOthers(url))
      return `The key would be sent to ${url.origin} unencrypted. Use https, or have the operator list the provider in TOUCHSTONE_CONFIG with "allow_http": true.`;
    return null;
  }

  /** Null for a row that this program cannot have written. */
  function toAdded(row: ProviderRow): AddedProvider | null {
    const url = URL.parse(row.base_url);
    const kind = ADDED_KINDS.find((known) => known === row.kind);
    if (url === null || kind === undefined) return null;
    const { models: ids, max_concurrency, requests_per_minute, prices, account = {} } = limitsOf(row);
    const settings: ProviderSettings = {
      name: row.name,
      kind,
      baseUrl: row.base_url,
      guard: rulesFor(url),
      ...(Object.keys(account).length > 0 && { account }),
      ...(ids && ids.length > 0 && { models: ids }),
      ...(max_concurrency !== undefined && { maxConcurrency: max_concurrency }),
      ...(requests_per_minute !== undefined && { requestsPerMinute: requests_per_minute }),
      ...(prices && { prices: toPrices(prices) }),
    };
    const sealed = sealedOf(row);
    const problem = addressProblem(row.base_url, sealed !== null);
    if (sealed === null) return { settings, problem };
    const opened = openSecret(ring, sealed, placeOf(row));
    if (opened.ok) return { settings: withSecrets(settings, fromSecretText(kind, opened.secret)), problem };
    return { settings, problem: problem ?? unreadable(opened.why, sealed.wrappedBy) };
  }

  function keyProblem(): string | null {
    if (ring.length > 0) return null;
    return `The service cannot store keys: ENCRYPTION_KEYS is not set. Make a key with "${MAKE_KEY}", set ENCRYPTION_KEYS to it in the environment of the service, and restart.`;
  }

  function seal(secret: string | null, place: { id: string; base_url: string }): SealedColumns {
    if (secret === null) return NO_KEY;
    const problem = keyProblem();
    if (problem !== null) throw impossibleField('/api_key', problem);
    return toColumns(sealSecret(ring, secret, placeOf(place)));
  }

  function requireAddress(baseUrl: string, hasKey: boolean): void {
    const problem = addressProblem(baseUrl, hasKey);
    if (problem !== null) throw impossibleField('/base_url', problem);
  }

  const isConfigured = (name: string) =>
    models.list().some((provider) => provider.name === name && provider.source !== 'added');

  async function requireRow(name: string): Promise<ProviderRow> {
    const row = await findProviderRow(db, name);
    if (row) return row;
    if (isConfigured(name)) throw configuredElsewhere(name);
    throw notFound('added provider', name);
  }

  async function shown(row: Pick<ProviderRow, 'name' | 'revision'>): Promise<Revised<ProviderInfo>> {
    await refresh();
    const resource = models.list().find(({ name }) => name === row.name);
    if (resource === undefined) throw notFound('provider', row.name);
    return { resource, revision: row.revision };
  }

  const changed = (batch: Batch) => batch.afterCommit(() => db.notifications?.send(CHANGED, null));

  return {
    async create(actor, { name, kind, base_url, api_key: apiKey, account = {}, ...limits }) {
      requireProviderAdmin(actor, 'createProvider');
      if (isConfigured(name)) throw nameTaken(name, 'the settings of the service');
      const secrets: ProviderSecrets = { apiKey, account };
      requireAccount(kindOf(name, kind), secrets);
      const at = addressOf(name, kind, base_url, account);
      const secret = toSecretText(at.kind, secrets);
      requireAddress(at.baseUrl, secret !== null);
      requirePrices(limits);
      if ((await listProviderRows(db)).length >= MOST_PROVIDERS)
        throw new AppError(
          'limit_exceeded',
          `At most ${MOST_PROVIDERS} providers can be added; remove one first.`,
        );
      const now = clock.now();
      const id = newId(now);
      const row: ProviderRow = {
        id,
        name,
        kind: at.kind,
        base_url: at.baseUrl,
        settings_json: JSON.stringify(withAccount(limits, splitAccount(at.kind, account).shown)),
        ...seal(secret, { id, base_url: at.baseUrl }),
        revision: 1,
        created_at: now,
        updated_at: now,
      };
      const outcome = await db.write((batch) => {
        insertProvider(batch, row, NAME_TAKEN);
        changed(batch);
      });
      if (!outcome.committed && outcome.why === NAME_TAKEN) throw nameTaken(name, 'an added provider');
      requireCommitted(outcome);
      return shown(row);
    },

    async get(actor, name) {
      requireRole(actor, 'viewer');
      return shown({ name, revision: (await findProviderRow(db, name))?.revision ?? 0 });
    },

    async patch(actor, name, patch, expected) {
      requireProviderAdmin(actor, 'updateProvider');
      const { base_url, api_key, account, models: ids } = patch;
      const { max_concurrency, requests_per_minute, prices } = patch;
      const row = await reviseRow(db, {
        workspaceId: SCOPE,
        read: () => requireRow(name),
        expected,
        prepare(before) {
          if (isConfigured(name)) throw configuredElsewhere(name);
          requirePresent(patch, { name: before.name, kind: before.kind });
          const kind = before.kind as ProviderSettings['kind'];
          const stored = limitsOf(before).account ?? {};
          const isUsual = addressFor(PROVIDER_KINDS[kind], stored) === before.base_url;
          const usual = isUsual && account ? addressFor(PROVIDER_KINDS[kind], account) : null;
          const baseUrl = base_url ?? usual ?? before.base_url;
          // The key and the account both authorize requests, so they are replaced together.
          const replaced = api_key !== undefined || account !== undefined;
          const kept = api_key ? withoutKeyGroup(kind, stored) : stored;
          const secrets: ProviderSecrets = { apiKey: api_key ?? undefined, account: account ?? kept };
          if (replaced) requireAccount(kind, secrets);
          const secret = replaced ? toSecretText(kind, secrets) : null;
          const keepsKey = !replaced && sealedOf(before) !== null;
          if (keepsKey && new URL(before.base_url).origin !== URL.parse(baseUrl)?.origin)
            throw impossibleField(
              '/api_key',
              `The stored key is only for ${new URL(before.base_url).origin}. Send the key again with the new address.`,
            );
          const limits = merged(limitsOf(before), {
            models: patchedModels(ids, limitsOf(before)),
            max_concurrency,
            requests_per_minute,
            prices,
          });
          if (base_url !== undefined || secret !== null) requireAddress(baseUrl, keepsKey || secret !== null);
          requirePrices(limits);
          const shown = splitAccount(kind, secrets.account).shown;
          return {
            base_url: baseUrl,
            settings_json: JSON.stringify(withAccount(limits, shown)),
            ...(replaced && seal(secret, { id: before.id, base_url: baseUrl })),
          };
        },
        write(batch, before, set) {
          const isSame = Object.entries(set).every(
            ([column, value]) => before[column as keyof ProviderRow] === value,
          );
          if (isSame) return before;
          const after = { ...before, ...set, updated_at: clock.now(), revision: before.revision + 1 };
          updateProvider(batch, before, { ...set, updated_at: after.updated_at });
          changed(batch);
          return after;
        },
      });
      return shown(row);
    },

    async remove(actor, name, expected) {
      requireProviderAdmin(actor, 'deleteProvider');
      await reviseRow(db, {
        workspaceId: SCOPE,
        read: () => requireRow(name),
        expected,
        write(batch, row) {
          deleteProvider(batch, row);
          changed(batch);
        },
      });
      await refresh();
    },

    async check(actor, name, modelId, signal) {
      requireProviderAdmin(actor, 'checkProvider');
      await refresh();
      return checkProvider({ models, priceOf }, name, modelId, signal);
    },

    async rewrap(actor) {
      requireProviderAdmin(actor, 'rewrapProviders');
      const problem = keyProblem();
      if (problem !== null) throw new AppError('impossible', problem);
      const result: RewrappedProviders = { rewrapped: 0, unchanged: 0, unreadable: [] };
      for (const { name } of await listProviderRows(db)) {
        const outcome = await rewrapOne(db, ring, name);
        if (outcome === 'unreadable') result.unreadable.push(name);
        else if (outcome !== 'nothing') result[outcome] += 1;
      }
      await refresh();
      return result;
    },

    keyStorage: () => ({ available: ring.length > 0, problem: keyProblem() }),
    refresh,

    async start() {
      await refresh();
      if (db.capabilities.manyProcesses) poll();
    },

    async stop() {
      isStopped = true;
      clearTimeout(polling);
      await reading.catch(() => {});
    },
  };
}

const NOT_AN_ADDRESS =
  'It must be an address such as https://api.example.com/v1, without user, password, query and fragment.';

/** Someone limited to certain workspaces could otherwise change what the others use. */
const requireProviderAdmin = (actor: Actor, operation: OperationId) =>
  requireServiceOperation(actor, operation, 'providers');

const configuredElsewhere = (name: string) =>
  new AppError(
    'wrong_state',
    `The provider "${name}" comes from the settings of the service: change it there and restart.`,
  );

const nameTaken = (name: string, by: string) =>
  new AppError('conflict', `The name "${name}" is used by ${by}; choose another one.`);

/** The kind, given or from a preset. Throws `impossible` if there is none. */
function kindOf(name: string, kind: NewProvider['kind']): ProviderSettings['kind'] {
  const preset = Object.hasOwn(PROVIDER_PRESETS, name) ? PROVIDER_PRESETS[name] : undefined;
  if (kind === undefined && preset === undefined)
    throw impossibleField(
      '/kind',
      `Give a kind, one of ${ADDED_KINDS.join(', ')}, or the name of a preset: ${Object.keys(PROVIDER_PRESETS).join(', ')}.`,
    );
  return kind ?? (preset?.kind as ProviderSettings['kind']);
}

/** The kind and the address, given or from a preset. Throws `impossible` if there is no address. */
function addressOf(
  name: string,
  given: NewProvider['kind'],
  address: string | undefined,
  account: Account,
): { kind: ProviderSettings['kind']; baseUrl: string } {
  const kind = kindOf(name, given);
  if (given === undefined) {
    const preset = PROVIDER_PRESETS[name];
    const at = preset === undefined ? null : resolvePreset(preset, address, account);
    if (at === null)
      throw impossibleField(
        '/base_url',
        `Give the address of ${name}${preset?.note ? `: ${preset.note}` : ''}.`,
      );
    return at;
  }
  const baseUrl = address ?? addressFor(PROVIDER_KINDS[kind], account);
  if (baseUrl === null)
    throw impossibleField('/base_url', `Give the address; the kind ${kind} has none of its own.`);
  return { kind, baseUrl };
}

/** The fields of a provider that are stored as JSON: its limits, and the public fields of its account. */
type StoredSettings = ProviderLimits & { account?: Account };

const withAccount = (limits: ProviderLimits, account: Account): StoredSettings => ({
  ...limits,
  ...(Object.keys(account).length > 0 && { account }),
});

const withSecrets = (settings: ProviderSettings, { apiKey, account }: ProviderSecrets): ProviderSettings => ({
  ...settings,
  ...(apiKey !== undefined && { apiKey }),
  ...(Object.keys(account).length > 0 && { account: { ...settings.account, ...account } }),
});

function unreadable(why: 'unknown_key' | 'altered', wrappedBy: string): string {
  return why === 'unknown_key'
    ? `Its key was encrypted by the key ${wrappedBy}, which ENCRYPTION_KEYS does not hold. Add that key to ENCRYPTION_KEYS and restart, or enter the key of the provider again.`
    : 'Its stored key was changed outside of the service and cannot be decrypted. Enter the key of the provider again.';
}

const limitsOf = ({ settings_json }: Pick<ProviderRow, 'settings_json'>) =>
  JSON.parse(settings_json) as StoredSettings;

/**
 * The ids that a patch sets. Undefined if it repeats those of GET, which for a provider of any model are the ids with a
 * price.
 */
function patchedModels(
  sent: ProviderPatch['models'],
  { models: ids = [], prices = {} }: ProviderLimits,
): string[] | null | undefined {
  if (!sent) return sent;
  const shown = ids.length > 0 ? ids : Object.keys(prices);
  const isShown =
    sent.length === shown.length &&
    sent.every((model, at) => typeof model !== 'string' && model.id === shown[at]);
  if (isShown) return undefined;
  return sent.length === 0 ? null : sent.map((model) => (typeof model === 'string' ? model : model.id));
}

type LimitPatch = { [K in keyof ProviderLimits]?: ProviderLimits[K] | null | undefined };

/** Null removes a limit; undefined leaves it unchanged. */
function merged(limits: ProviderLimits, patch: LimitPatch): ProviderLimits {
  const set = Object.entries(patch).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...limits, ...Object.fromEntries(set) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** Throws `impossible` for a price that would be rounded. */
function requirePrices({ prices = {} }: ProviderLimits): void {
  for (const [model, price] of Object.entries(prices)) {
    const problem = priceProblem(price);
    if (problem !== null) throw impossibleField('/prices', `${model}: ${problem}`);
  }
}

function toPrices(prices: NonNullable<ProviderLimits['prices']>): NonNullable<ProviderSettings['prices']> {
  return Object.fromEntries(
    Object.entries(prices).map(([model, price]) => {
      const { input_usd_per_million: input, output_usd_per_million: output } = price;
      const { cached_input_usd_per_million: cached } = price;
      return [
        model,
        {
          input_usd_per_million: String(input),
          output_usd_per_million: String(output),
          ...(cached !== undefined && { cached_input_usd_per_million: String(cached) }),
        },
      ];
    }),
  );
}

type SealedColumns = Pick<ProviderRow, 'wrapped_by' | 'wrapped_key' | 'sealed_key'>;

const NO_KEY: SealedColumns = { wrapped_by: null, wrapped_key: null, sealed_key: null };

const toColumns = ({ wrappedBy, wrappedKey, sealed }: SealedSecret): SealedColumns => ({
  wrapped_by: wrappedBy,
  wrapped_key: wrappedKey,
  sealed_key: sealed,
});

function sealedOf({ wrapped_by, wrapped_key, sealed_key }: SealedColumns): SealedSecret | null {
  if (wrapped_by === null || wrapped_key === null || sealed_key === null) return null;
  return { wrappedBy: wrapped_by, wrappedKey: wrapped_key, sealed: sealed_key };
}

const placeOf = ({ id, base_url }: Pick<ProviderRow, 'id' | 'base_url'>) => ({
  row: id,
  scope: SCOPE,
  origin: new URL(base_url).origin,
});

const MOST_TRIES = 10;

/** Reads the current row: a key that was replaced in the meantime is already encrypted with the first key. */
async function rewrapOne(
  db: Database,
  ring: KeyRing,
  name: string,
): Promise<'rewrapped' | 'unchanged' | 'unreadable' | 'nothing'> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const row = await findProviderRow(db, name);
    const sealed = row && sealedOf(row);
    if (!row || !sealed) return 'nothing';
    const next = rewrapSecret(ring, sealed, placeOf(row));
    if (next === null) return 'unchanged';
    if (typeof next === 'string') return 'unreadable';
    const { wrappedBy: wrapped_by, wrappedKey: wrapped_key } = next;
    const outcome = await db.write((batch) => rewrapProvider(batch, row, { wrapped_by, wrapped_key }));
    if (outcome.committed) return 'rewrapped';
  }
  throw new BatchUndone('others kept changing the provider');
}

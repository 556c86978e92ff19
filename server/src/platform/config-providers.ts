import { existsSync, readFileSync } from 'node:fs';
import type { AddressRules } from '../kernel/address-guard.ts';
import { isPlainHttpToOthers } from '../kernel/loopback.ts';
import {
  type Account,
  type AccountField,
  accountFields,
  accountProblem,
  addressFor,
  PROVIDER_KINDS,
  PROVIDER_PRESETS,
  type ProviderKind,
  type ProviderPreset,
} from './provider-presets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A model provider as the operator configured it; checked only here. */
export interface ProviderSettings {
  /** The value for `model.provider` of a stack. */
  name: string;
  kind: ProviderKind;
  /** With the version path, without user and password; empty for a program. */
  baseUrl: string;
  /** The API key. Never shown and never logged. */
  apiKey?: string;
  /** What identifies the account in place of a key or in addition to it; contains secrets. */
  account?: Account;
  headers?: Record<string, string>;
  /** Whether its secrets may be sent over http to another machine. */
  allowHttp?: boolean;
  /** Limits of the account; the limiter never exceeds them. */
  maxConcurrency?: number;
  requestsPerMinute?: number;
  /** The only model ids accepted, if given. */
  models?: string[];
  /** By model id: other names by which the server may refer to the model in its responses. */
  answersAs?: Record<string, string[]>;
  /** Maximum number of texts in one embedding call. */
  maxTexts?: number;
  /** Settings of request batches, for kinds and servers that support them; false disables them. */
  batches?: BatchSettings | false;
  /** For kind `http`: the endpoint, in the form of a stack, and the names of its headers. */
  endpoint?: object;
  /** For kind `command`: the program and how it is called. */
  command?: object;
  /** The environment variables that the program receives, in addition to `secrets`. */
  environment?: Readonly<Record<string, string>>;
  /** The secrets that `endpoint` or `command` refers to. */
  secrets?: { name: string; value: string }[];
  /** The addresses it may be connected to; default: any. */
  guard?: AddressRules;
  /** Prices by model id. A model without a price has an unknown cost, not a cost of 0. */
  prices?: Record<
    string,
    { input_usd_per_million: string; output_usd_per_million: string; cached_input_usd_per_million?: string }
  >;
}

export interface BatchSettings {
  /** The batch price as a share of the price of a single call; 0.5 is half. */
  priceFactor?: number;
  /** The source of the batch price. */
  priceSource?: string;
  /** Maximum number of requests in a batch, if lower than that of the kind. */
  maxRequests?: number;
}

/** Reads providers from the usual variables and from the file of TOUCHSTONE_CONFIG; adds to `problems`. */
export function readProviders(
  file: string | undefined,
  env: Environment,
  problems: string[],
): ProviderSettings[] {
  const providers: ProviderSettings[] = [];
  for (const [name, preset] of Object.entries(PROVIDER_PRESETS)) {
    const provider = readPreset(name, preset, env, problems);
    if (provider !== null) providers.push(provider);
  }
  const all = file === undefined ? providers : withNamed(file, env, providers, problems);
  problems.push(
    ...all.flatMap((provider) => (sendsSecretInTheClear(provider) ? [inTheClear(provider)] : [])),
  );
  return all;
}

/**
 * Whether its key or headers would be sent to another machine unencrypted. The endpoint of the kind http is checked in
 * the same way as the endpoints of stacks.
 */
function sendsSecretInTheClear({ baseUrl, allowHttp = false, ...given }: ProviderSettings): boolean {
  const url = URL.parse(baseUrl);
  const { apiKey, headers, account } = given;
  const hasSecret = apiKey !== undefined || Object.keys({ ...headers, ...account }).length > 0;
  return hasSecret && !allowHttp && url !== null && isPlainHttpToOthers(url);
}

const inTheClear = ({ name, baseUrl }: ProviderSettings) =>
  `The provider ${name} would send its key or headers to ${baseUrl} unencrypted. Use https, or list it in TOUCHSTONE_CONFIG with "allow_http": true if you trust the network.`;

/** The providers, including those of the file. */
function withNamed(
  file: string,
  env: Environment,
  providers: ProviderSettings[],
  problems: string[],
): ProviderSettings[] {
  if (!existsSync(file)) {
    problems.push(`TOUCHSTONE_CONFIG names ${file}, which does not exist.`);
    return providers;
  }
  try {
    const { providers: named } = JSON.parse(readFileSync(file, 'utf8')) as { providers?: unknown };
    if (!Array.isArray(named)) throw new Error('it must hold an object with a list "providers"');
    const read = named.map((entry, i) => readProvider(entry, `providers[${i}]`, env));
    for (const [i, { name }] of read.entries()) {
      if (read.findIndex((other) => other.name === name) !== i)
        throw new Error(`providers[${i}].name: ${name} is repeated`);
    }
    return [...providers.filter(({ name }) => !read.some((other) => other.name === name)), ...read];
  } catch (error) {
    problems.push(`TOUCHSTONE_CONFIG (${file}): ${(error as Error).message}.`);
  }
  return providers;
}

/**
 * The provider of a preset if its variables are set, otherwise null. Has no key if only its address is set. If a key is
 * set, only the account fields that are always required are read, because platforms set the others for other programs.
 */
function readPreset(
  name: string,
  preset: ProviderPreset,
  env: Environment,
  problems: string[],
): ProviderSettings | null {
  const apiKey = preset.key === undefined ? undefined : env[preset.key];
  const given = env[preset.address];
  const fields = accountFields(preset.kind).filter(({ need }) => !apiKey || need === 'required');
  const values = fields.flatMap(({ name, variable }) => (env[variable] ? [[name, env[variable]]] : []));
  const account: Account = Object.fromEntries(values);
  if (!apiKey && !given && !isIdentified(preset.kind, account)) return null;
  const at = resolvePreset(preset, given || undefined, account);
  if (at === null && !apiKey) return null;
  const problem = accountProblem(preset.kind, account, { hasKey: Boolean(apiKey), ownsMachine: true });
  if (problem !== null) {
    const variable = fields.find(({ name }) => name === problem.field)?.variable;
    problems.push(`${variable} (provider ${name}) ${problem.detail}.`);
    return null;
  }
  if (at === null) {
    problems.push(`${preset.key} is set, and ${preset.address} is not. Set it to ${BASE_URL}.`);
    return null;
  }
  if (!isBaseUrl(given || at.baseUrl)) problems.push(`${preset.address} must be ${BASE_URL}.`);
  return {
    name,
    ...at,
    ...(apiKey && { apiKey }),
    ...(Object.keys(account).length > 0 && { account: withFiles(account, fields, problems) }),
  };
}

/** Replaces file names by the contents of the files. */
function withFiles(account: Account, fields: readonly AccountField[], problems: string[]): Account {
  const read = { ...account };
  for (const { name, variable } of fields.filter(({ isFile }) => isFile)) {
    if (read[name] === undefined) continue;
    try {
      read[name] = readFileSync(read[name], 'utf8');
    } catch (error) {
      problems.push(`${variable} names a file that cannot be read: ${(error as Error).message}.`);
    }
  }
  return read;
}

/**
 * Cloud variables are often set for other programs: the provider is configured only if all required ones and an
 * identity are set.
 */
function isIdentified(kind: ProviderKind, account: Account): boolean {
  const fields = accountFields(kind);
  const isThere = ({ name }: { name: string }) => account[name] !== undefined;
  const group = fields.filter(({ need }) => need === 'key_group');
  return (
    fields.filter(({ need }) => need === 'required').every(isThere) &&
    ((group.length > 0 && group.every(isThere)) || fields.some((field) => field.identifies && isThere(field)))
  );
}

/** The kind and address of a preset, at its own address or the given one; null if neither exists. */
export function resolvePreset(
  preset: ProviderPreset,
  given: string | undefined,
  account: Account = {},
): { kind: ProviderKind; baseUrl: string } | null {
  const baseUrl = given ?? addressFor(preset.baseUrl, account);
  if (baseUrl === null) return null;
  return { kind: kindAt(preset.kind, baseUrl), baseUrl: withVersion(preset, baseUrl) };
}

/**
 * OPENAI_BASE_URL often names a gateway or a self-hosted server, which support only the common part of the protocol.
 */
function kindAt(kind: ProviderKind, baseUrl: string): ProviderKind {
  return kind === 'openai' && baseUrl.replace(/\/$/, '') !== PROVIDER_KINDS.openai
    ? 'openai-compatible'
    : kind;
}

/** Vendors' own programs often give an address without the version in its path. */
function withVersion({ version }: ProviderPreset, baseUrl: string): string {
  return version !== undefined && URL.parse(baseUrl)?.pathname === '/'
    ? `${baseUrl.replace(/\/$/, '')}${version}`
    : baseUrl;
}

const BASE_URL = 'an address such as http://127.0.0.1:11434/v1, without user or password';

function isBaseUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

const PROVIDER_FIELDS = [
  'name',
  'kind',
  'base_url',
  'endpoint',
  'command',
  'api_key_env',
  'account',
  'headers',
  'allow_http',
  'max_concurrency',
  'requests_per_minute',
  'models',
  'answers_as',
  'max_texts',
  'batches',
  'prices',
];

function readProvider(entry: unknown, at: string, env: Environment): ProviderSettings {
  if (entry === null || typeof entry !== 'object') throw new Error(`${at} must be an object`);
  const fields = entry as Record<string, unknown>;
  const unknown = Object.keys(fields).filter((key) => !PROVIDER_FIELDS.includes(key));
  if (unknown.length > 0)
    throw new Error(`${at} has unknown fields: ${unknown.join(', ')}; known: ${PROVIDER_FIELDS.join(', ')}`);
  const { name, kind, base_url, api_key_env } = fields;
  if (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name) || name === 'baseline') {
    throw new Error(
      `${at}.name must be a word of letters, digits, dot, dash or underscore, other than baseline`,
    );
  }
  if (typeof kind !== 'string' || !isKind(kind)) {
    throw new Error(`${at}.kind must be one of ${Object.keys(PROVIDER_KINDS).join(', ')}`);
  }
  if (kind !== 'http' && fields.endpoint !== undefined)
    throw new Error(`${at}.endpoint is allowed only for the kind http`);
  if (kind !== 'command' && fields.command !== undefined)
    throw new Error(`${at}.command is allowed only for the kind command`);
  const provider: ProviderSettings = { name, kind, baseUrl: '' };
  if (kind === 'command') Object.assign(provider, readCommand(fields, at, env));
  else {
    const account = readAccount(fields, at, env);
    if (account !== undefined) provider.account = account;
    const identity = { hasKey: api_key_env !== undefined, ownsMachine: true };
    const problem = accountProblem(kind, account ?? {}, identity);
    if (problem !== null) throw new Error(`${at}.account.${problem.field} ${problem.detail}`);
    const own = () => addressFor(PROVIDER_KINDS[kind], account);
    const baseUrl = kind === 'http' ? urlOf(fields, at) : (base_url ?? own());
    if (!isBaseUrl(baseUrl)) throw new Error(`${at}.base_url must be ${BASE_URL}`);
    provider.baseUrl = baseUrl;
    if (kind === 'http') Object.assign(provider, readEndpoint(fields, at, env));
  }
  if (api_key_env !== undefined) {
    if (typeof api_key_env !== 'string')
      throw new Error(`${at}.api_key_env must name an environment variable`);
    const apiKey = env[api_key_env];
    if (!apiKey) throw new Error(`${at}.api_key_env names ${api_key_env}, which is not set`);
    provider.apiKey = apiKey;
  }
  if (fields.headers !== undefined) provider.headers = readHeaders(fields.headers, `${at}.headers`);
  const { allow_http } = fields;
  if (allow_http !== undefined && typeof allow_http !== 'boolean')
    throw new Error(`${at}.allow_http must be true or false`);
  if (allow_http !== undefined) provider.allowHttp = allow_http;
  if (fields.models !== undefined) provider.models = readModels(fields.models, `${at}.models`);
  if (fields.answers_as !== undefined)
    provider.answersAs = readAliases(fields.answers_as, `${at}.answers_as`);
  if (fields.max_texts !== undefined) provider.maxTexts = readPositive(fields.max_texts, `${at}.max_texts`);
  if (fields.max_concurrency !== undefined)
    provider.maxConcurrency = readPositive(fields.max_concurrency, `${at}.max_concurrency`);
  if (fields.requests_per_minute !== undefined) {
    provider.requestsPerMinute = readPositive(fields.requests_per_minute, `${at}.requests_per_minute`);
  }
  if (fields.batches !== undefined) provider.batches = readBatches(fields.batches, kind, `${at}.batches`);
  if (fields.prices !== undefined) provider.prices = readPrices(fields.prices, `${at}.prices`);
  return provider;
}

/**
 * The `account` fields; a field that ends in `_env` names the variable that holds the value, one in `_file` the file.
 */
function readAccount(
  { account }: Record<string, unknown>,
  at: string,
  env: Environment,
): Account | undefined {
  if (account === undefined) return undefined;
  const isObject = account !== null && typeof account === 'object' && !Array.isArray(account);
  if (!isObject || !Object.values(account).every((value) => typeof value === 'string'))
    throw new Error(`${at}.account must be an object of texts`);
  return Object.fromEntries(
    Object.entries(account as Record<string, string>).map(([field, value]) => {
      if (field.endsWith('_file')) return [field.slice(0, -5), readFileSync(value, 'utf8')];
      if (!field.endsWith('_env')) return [field, value];
      const found = env[value];
      if (!found) throw new Error(`${at}.account.${field} names ${value}, which is not set`);
      return [field.slice(0, -4), found];
    }),
  );
}

/** Fields that an endpoint or a command replaces; everything else is checked with the endpoints of stacks. */
const REPLACED_FIELDS = ['base_url', 'api_key_env', 'account', 'headers', 'max_texts'];

function refuseReplaced(fields: Record<string, unknown>, at: string, kind: 'http' | 'command') {
  const has = kind === 'http' ? 'an endpoint' : 'a command';
  const instead = REPLACED_FIELDS.filter((name) => fields[name] !== undefined);
  if (instead.length > 0) throw new Error(`${at}: the kind ${kind} has ${has}; omit ${instead.join(', ')}`);
}

function readCommand(fields: Record<string, unknown>, at: string, env: Environment) {
  refuseReplaced(fields, at, 'command');
  const { command } = fields;
  if (command === null || typeof command !== 'object')
    throw new Error(
      `${at}.command must be an object with run, request and response (docs/how-to/tasks-and-agents.md#measure-a-running-application)`,
    );
  const { variables = [] } = command as { variables?: unknown };
  const names = Array.isArray(variables) ? variables.filter((name) => typeof name === 'string') : [];
  const environment = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return {
    ...{ command, environment: Object.fromEntries(environment) },
    secrets: valuesOf(names, `${at}.command.variables`, env),
  };
}

/** Environment variables that nearly every program needs and that contain no secret. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

function urlOf({ endpoint }: Record<string, unknown>, at: string): unknown {
  if (endpoint === null || typeof endpoint !== 'object')
    throw new Error(
      `${at}.endpoint must be an object, as a stack has it (docs/how-to/tasks-and-agents.md#measure-a-running-application)`,
    );
  return (endpoint as { url?: unknown }).url;
}

function readEndpoint(fields: Record<string, unknown>, at: string, env: Environment) {
  refuseReplaced(fields, at, 'http');
  const endpoint = fields.endpoint as object;
  const headers = JSON.stringify((endpoint as { headers?: unknown }).headers ?? {});
  const names = [...headers.matchAll(/\{\{\s*secret\.(\w+)\s*\}\}/g)].map(([, name]) => name as string);
  return { endpoint, secrets: valuesOf(names, `${at}.endpoint.headers`, env) };
}

function valuesOf(names: readonly string[], at: string, env: Environment) {
  return names.map((name) => {
    const value = env[name];
    if (!value) throw new Error(`${at} names ${name}, which is not set`);
    return { name, value };
  });
}

function isKind(kind: string): kind is ProviderKind {
  return Object.hasOwn(PROVIDER_KINDS, kind);
}

function readHeaders(value: unknown, at: string): Record<string, string> {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isObject || !Object.values(value).every((header) => typeof header === 'string'))
    throw new Error(`${at} must be an object of header names and texts`);
  return value as Record<string, string>;
}

function readModels(value: unknown, at: string): string[] {
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string' && id !== ''))
    throw new Error(`${at} must be a list of model ids`);
  return value as string[];
}

function readAliases(value: unknown, at: string): Record<string, string[]> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error(`${at} must be an object by model id`);
  return Object.fromEntries(
    Object.entries(value).map(([id, names]) => [id, readModels([names].flat(), `${at}.${id}`)]),
  );
}

function readPositive(value: unknown, at: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw new Error(`${at} must be a whole number from 1`);
  return value;
}

/** The kinds whose protocol supports batches. */
const BATCH_KINDS = ['openai', 'anthropic', 'openai-compatible', 'azure'];
const BATCH_FIELDS = ['price_factor', 'price_source', 'max_requests'];

function readBatches(value: unknown, kind: ProviderKind, at: string): BatchSettings | false {
  if (!BATCH_KINDS.includes(kind))
    throw new Error(`${at} is allowed only for the kinds ${BATCH_KINDS.join(', ')}`);
  if (value === false) return false;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error(`${at} must be false or an object with some of ${BATCH_FIELDS.join(', ')}`);
  const fields = value as Record<string, unknown>;
  const unknown = Object.keys(fields).filter((key) => !BATCH_FIELDS.includes(key));
  if (unknown.length > 0)
    throw new Error(`${at} has unknown fields: ${unknown.join(', ')}; known: ${BATCH_FIELDS.join(', ')}`);
  const { price_factor: factor, price_source: source, max_requests: most } = fields;
  if (factor !== undefined && !(typeof factor === 'number' && factor > 0 && factor <= 1))
    throw new Error(`${at}.price_factor must be a number above 0, at most 1`);
  if (source !== undefined && typeof source !== 'string')
    throw new Error(`${at}.price_source must be a text, such as an address`);
  return {
    ...(factor !== undefined && { priceFactor: factor as number }),
    ...(source !== undefined && { priceSource: source }),
    ...(most !== undefined && { maxRequests: readPositive(most, `${at}.max_requests`) }),
  };
}

function readPrices(value: unknown, at: string): NonNullable<ProviderSettings['prices']> {
  if (value === null || typeof value !== 'object') throw new Error(`${at} must be an object by model id`);
  return Object.fromEntries(
    Object.entries(value).map(([model, price]) => {
      const read = (field: string) => {
        const amount = (price as Record<string, unknown>)?.[field];
        const decimal = typeof amount === 'number' ? String(amount) : amount;
        if (typeof decimal !== 'string' || !/^\d+(\.\d{1,6})?$/.test(decimal)) {
          throw new Error(`${at}.${model}.${field} must be a price in USD with at most 6 decimals`);
        }
        return decimal;
      };
      return [
        model,
        {
          input_usd_per_million: read('input_usd_per_million'),
          output_usd_per_million: read('output_usd_per_million'),
          ...((price as Record<string, unknown>)?.cached_input_usd_per_million !== undefined && {
            cached_input_usd_per_million: read('cached_input_usd_per_million'),
          }),
        },
      ];
    }),
  );
}

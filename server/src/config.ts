import { join, resolve } from 'node:path';
import { type ProviderSettings, readProviders } from './config-providers.ts';
import type { LogLevel } from './kernel/log.ts';

/** What the operator decided; read once, frozen, handed down. */
export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly dataDir: string;
  readonly basePath: string;
  readonly databaseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly publicUrl: URL | null;
  readonly bootstrapKey: string | undefined;
  readonly logLevel: LogLevel;
  readonly bodyLimit: number;
  readonly bodyValues: number;
  readonly requestsPerMinute: number;
  readonly streamsPerKey: number;
  readonly uploadLimit: number;
  readonly searchMemoryBytes: number;
  /** Null = each workspace trains its own search model. */
  readonly embeddingModel: { provider: string; model: string } | null;
  readonly sourcesPerWorkspace: number;
  readonly chunksPerSource: number;
  /** How long, in ms, and how many answers of a workspace its evaluations share. */
  readonly cacheMaxAgeMs: number;
  readonly cacheMaxAnswers: number;
  readonly allowPrivateNetworks: boolean;
  /** Exact `host:port` pairs, lower case. */
  readonly fetchAllowHosts: readonly string[];
  readonly githubUrl: URL;
  readonly githubApiUrl: URL;
  readonly githubToken: string | undefined;
  readonly youtubeUrl: URL;
  /** Where the files of public benchmarks lie. */
  readonly benchmarkDataDir: string;
  readonly benchmarkMirror: URL | null;
  readonly benchmarkSkipMalformed: boolean;
  readonly providers: readonly ProviderSettings[];
  readonly catalogFile: string | undefined;
}

/** The operator's mistake: the message says which setting, what is wrong and what is accepted. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Setting<T> {
  fallback: string;
  help: string;
  read(text: string): T;
  /** What is set may hold a secret: no message repeats it. */
  secret?: true;
}

const text = (value: string) => value;
const optional = (value: string) => (value === '' ? undefined : value);

/** A model's own name may hold slashes too. */
function embeddingModel(value: string) {
  if (value === '') return null;
  const [, provider, model] = /^([^/\s]+)\/(\S+)$/.exec(value) ?? [];
  if (!provider || !model) throw new Error('the name of a provider, a slash, and a model of it');
  return { provider, model };
}

function integer(least: number, most: number) {
  return (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new Error(`a whole number from ${least} to ${most}`);
    return number;
  };
}

function oneOf<T extends string>(...words: T[]) {
  return (value: string) => {
    const word = words.find((known) => known === value);
    if (word === undefined) throw new Error(`one of ${words.join(', ')}`);
    return word;
  };
}

function basePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  if (path !== '' && (!/^(\/[\w.~-]+)+$/.test(path) || /\/\.+(\/|$)/.test(path)))
    throw new Error('a path like /touchstone');
  return path;
}

function databaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('an address like postgres://user@host/database');
  return value;
}

function publicUrl(value: string): URL | null {
  if (value === '') return null;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('an address like https://touchstone.example.com');
  return url;
}

/** The address of a service that sources are read from; paths are added to it. */
function baseUrl(value: string): URL {
  const url = URL.parse(value);
  const isBare = url && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new Error('an address like https://github.example.com, without user, query or fragment');
  return url;
}

function hostPairs(value: string): string[] {
  const pairs = words(value);
  if (!pairs.every((pair) => /^([\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/.test(pair)))
    throw new Error('comma-separated pairs host:port, such as wiki.example.com:8443');
  return pairs;
}

function githubToken(value: string): string | undefined {
  if (!/^[\x21-\x7e]{0,500}$/.test(value)) throw new Error('a token without white space');
  return optional(value);
}

function bootstrapKey(value: string): string | undefined {
  if (value !== '' && !/^[\w.~+/=-]{20,200}$/.test(value))
    throw new Error('20 to 200 letters, digits or -._~+/=');
  return value === '' ? undefined : value;
}

const words = (value: string) =>
  value
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');

/**
 * Every setting: an environment variable, and a flag of the same name in lower case with dashes.
 * `docs/configuration.md` is checked against this table by test.
 */
export const SETTINGS = {
  HOST: {
    fallback: '127.0.0.1',
    help: 'Address to listen on. Another than loopback needs a key.',
    read: text,
  },
  PORT: { fallback: '8080', help: 'Port to listen on; 0 takes any free one.', read: integer(0, 65_535) },
  DATA_DIR: {
    fallback: 'data',
    help: 'Directory of the embedded database, the search index and caches.',
    read: (v) => resolve(v),
  },
  BASE_PATH: {
    fallback: '',
    help: 'Path under which everything is mounted, such as /touchstone.',
    read: basePath,
  },
  DATABASE_URL: {
    fallback: '',
    help: 'postgres://… to use PostgreSQL instead of the embedded database.',
    read: databaseUrl,
    secret: true,
  },
  ALLOWED_HOSTS: {
    fallback: '',
    help: 'Comma-separated Host names (host or host:port) the service answers to.',
    read: words,
  },
  PUBLIC_URL: { fallback: '', help: 'The address people use when a proxy stands in front.', read: publicUrl },
  TOUCHSTONE_BOOTSTRAP_KEY: {
    fallback: '',
    help: 'The first admin key, for containers; used only while no key exists.',
    read: bootstrapKey,
    secret: true,
  },
  TOUCHSTONE_CONFIG: { fallback: '', help: 'A JSON file with the list of model providers.', read: optional },
  CATALOG_FILE: {
    fallback: '',
    help: 'A JSON file with your own facts: prices, regions, certificates.',
    read: optional,
  },
  LOG_LEVEL: {
    fallback: 'info',
    help: 'debug, info, warn, error or silent.',
    read: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  BODY_LIMIT_BYTES: {
    fallback: '40000000',
    help: 'Largest JSON body accepted.',
    read: integer(1000, 1_000_000_000),
  },
  BODY_LIMIT_VALUES: {
    fallback: '200000',
    help: 'Most values (members, items, objects, arrays) in a JSON body.',
    read: integer(100, 10_000_000),
  },
  REQUESTS_PER_MINUTE: {
    fallback: '6000',
    help: 'Requests per key and minute; 0 switches the limit off.',
    read: integer(0, 10_000_000),
  },
  STREAMS_PER_KEY: { fallback: '20', help: 'Open event streams per key.', read: integer(1, 10_000) },
  SEARCH_MEMORY_BYTES: {
    fallback: '536870912',
    help: 'Memory for search vectors, in bytes; the workspaces searched last stay in it.',
    read: integer(1_000_000, 64_000_000_000),
  },
  EMBEDDING_MODEL: {
    fallback: '',
    help: 'PROVIDER/MODEL that turns text into vectors for search, instead of a model of each workspace.',
    read: embeddingModel,
  },
  UPLOAD_LIMIT_BYTES: {
    fallback: '200000000',
    help: 'Largest streamed upload of a source.',
    read: integer(1000, 10_000_000_000),
  },
  SOURCES_PER_WORKSPACE: {
    fallback: '100000',
    help: 'Sources one workspace may have.',
    read: integer(1, 10_000_000),
  },
  CHUNKS_PER_SOURCE: {
    fallback: '50000',
    help: 'Chunks one source may have.',
    read: integer(1, 1_000_000),
  },
  RESPONSE_CACHE_DAYS: {
    fallback: '14',
    help: 'How long an answer of an evaluation is shared with the same request in its workspace; 0: never with a later one.',
    read: integer(0, 3650),
  },
  RESPONSE_CACHE_ANSWERS: {
    fallback: '1000000',
    help: 'Answers of one workspace that may be shared; above it the oldest evaluations share theirs no more.',
    read: integer(0, 1_000_000_000),
  },
  ALLOW_PRIVATE_NETWORKS: {
    fallback: 'false',
    help: 'true: sources may be read from private addresses, never from link-local ones.',
    read: (value) => oneOf('true', 'false')(value) === 'true',
  },
  FETCH_ALLOW_HOSTS: {
    fallback: '',
    help: 'Comma-separated host:port pairs that sources may be read from, whatever their address.',
    read: hostPairs,
  },
  GITHUB_URL: {
    fallback: 'https://github.com',
    help: 'Where repositories are; for GitHub Enterprise.',
    read: baseUrl,
  },
  GITHUB_API_URL: {
    fallback: 'https://api.github.com',
    help: "GitHub's REST API; for GitHub Enterprise https://HOST/api/v3.",
    read: baseUrl,
  },
  GITHUB_TOKEN: {
    fallback: '',
    help: 'A token for private repositories and more requests an hour.',
    read: githubToken,
    secret: true,
  },
  YOUTUBE_URL: {
    fallback: 'https://www.youtube.com',
    help: 'Where captions of videos are read.',
    read: baseUrl,
  },
  BENCHMARK_DATA_DIR: {
    fallback: '',
    help: 'Directory of the files of public benchmarks, <benchmark_type>/<file>; DATA_DIR/benchmarks where left out.',
    read: (value) => (value === '' ? undefined : resolve(value)),
  },
  BENCHMARK_MIRROR: {
    fallback: '',
    help: 'An address that has those files as <address>/<benchmark_type>/<file>; they are fetched from there.',
    read: (value) => (value === '' ? null : baseUrl(value)),
  },
  BENCHMARK_SKIP_MALFORMED: {
    fallback: 'false',
    help: 'true: malformed rows of those files are left out with a warning instead of refusing the file.',
    read: (value) => oneOf('true', 'false')(value) === 'true',
  },
} satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof SETTINGS;

export function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

export interface ConfigSources {
  env?: Readonly<Record<string, string | undefined>>;
  /** Values of flags by flag name (`data-dir`); they win over the environment. */
  flags?: Readonly<Record<string, string | undefined>>;
}

/** Reads the configuration. Throws `ConfigError` naming every setting that is wrong. */
export function loadConfig({ env = process.env, flags = {} }: ConfigSources = {}): Config {
  const problems: string[] = [];
  const get = <K extends SettingName>(name: K): ReturnType<(typeof SETTINGS)[K]['read']> => {
    const { fallback, read, secret } = SETTINGS[name] as Setting<ReturnType<(typeof SETTINGS)[K]['read']>>;
    const value = flags[flagOf(name)] ?? env[name] ?? fallback;
    try {
      return read(value === '' ? fallback : value);
    } catch (error) {
      const shown = secret ? '' : `; it is ${JSON.stringify(value)}`;
      problems.push(`${name} (--${flagOf(name)}) must be ${(error as Error).message}${shown}.`);
      return read(fallback);
    }
  };
  const file = get('TOUCHSTONE_CONFIG');
  const config: Config = {
    host: get('HOST'),
    port: get('PORT'),
    dataDir: get('DATA_DIR'),
    basePath: get('BASE_PATH'),
    databaseUrl: get('DATABASE_URL'),
    allowedHosts: get('ALLOWED_HOSTS'),
    publicUrl: get('PUBLIC_URL'),
    bootstrapKey: get('TOUCHSTONE_BOOTSTRAP_KEY'),
    logLevel: get('LOG_LEVEL'),
    bodyLimit: get('BODY_LIMIT_BYTES'),
    bodyValues: get('BODY_LIMIT_VALUES'),
    requestsPerMinute: get('REQUESTS_PER_MINUTE'),
    streamsPerKey: get('STREAMS_PER_KEY'),
    uploadLimit: get('UPLOAD_LIMIT_BYTES'),
    searchMemoryBytes: get('SEARCH_MEMORY_BYTES'),
    embeddingModel: get('EMBEDDING_MODEL'),
    sourcesPerWorkspace: get('SOURCES_PER_WORKSPACE'),
    chunksPerSource: get('CHUNKS_PER_SOURCE'),
    cacheMaxAgeMs: get('RESPONSE_CACHE_DAYS') * 86_400_000,
    cacheMaxAnswers: get('RESPONSE_CACHE_ANSWERS'),
    allowPrivateNetworks: get('ALLOW_PRIVATE_NETWORKS'),
    fetchAllowHosts: get('FETCH_ALLOW_HOSTS'),
    githubUrl: get('GITHUB_URL'),
    githubApiUrl: get('GITHUB_API_URL'),
    githubToken: get('GITHUB_TOKEN'),
    youtubeUrl: get('YOUTUBE_URL'),
    benchmarkDataDir: get('BENCHMARK_DATA_DIR') ?? join(get('DATA_DIR'), 'benchmarks'),
    benchmarkMirror: get('BENCHMARK_MIRROR'),
    benchmarkSkipMalformed: get('BENCHMARK_SKIP_MALFORMED'),
    providers: readProviders(file, env, problems),
    catalogFile: get('CATALOG_FILE'),
  };
  const publicPath = config.publicUrl?.pathname.replace(/\/+$/, '');
  if (publicPath && publicPath !== config.basePath) {
    problems.push(`PUBLIC_URL has the path ${publicPath}; BASE_PATH (--base-path) must then be the same.`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze(config);
}

/** What a person types to make the first key of the service that has this configuration, wherever they stand. */
export function makeKeyCommand({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  const command = 'npm run touchstone -- keys create --name me --role admin';
  if (databaseUrl !== undefined) return `${command}   (with the same DATABASE_URL in the environment)`;
  const plain = /^[\w./-]+$/.test(dataDir);
  return `${command} --data-dir ${plain ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`}`;
}

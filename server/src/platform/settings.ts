import { resolve } from 'node:path';
import { ROLES, type Role } from './roles.ts';
import {
  addresses,
  amount,
  basePath,
  baseUrl,
  bootstrapKey,
  databaseUrl,
  githubToken,
  headers,
  hostPairs,
  integer,
  oneOf,
  optional,
  optionalPort,
  optionalUrl,
  providerModel,
  publicUrl,
  secretNames,
  share,
  text,
  words,
} from './setting-readers.ts';

export interface Setting<T> {
  fallback: string;
  help: string;
  read(text: string): T;
  /** What is set may hold a secret: no message repeats it. */
  secret?: true;
}

/**
 * Every setting: an environment variable, and a flag of the same name in lower case with dashes.
 * `docs/configuration.md` is checked against this table by test.
 */
export const SETTINGS = {
  ROLE: {
    fallback: 'all',
    help: 'What this process does: all; api (requests), worker (background work) or load (evaluations only), on PostgreSQL.',
    read: oneOf(...(Object.keys(ROLES) as Role[])),
  },
  HOST: {
    fallback: '127.0.0.1',
    help: 'Address to listen on. One that is not loopback needs a key.',
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
  BACKUP_DIR: {
    fallback: '',
    help: 'Folder in which the service takes backups by itself (role all or worker).',
    read: (v) => (v === '' ? null : resolve(v)),
  },
  BACKUP_HOURS: {
    fallback: '24',
    help: 'How old the newest backup in BACKUP_DIR becomes before another is taken.',
    read: integer(1, 8760),
  },
  BACKUP_KEEP: {
    fallback: '14',
    help: 'Whole backups that stay in BACKUP_DIR; older ones are deleted when a newer one was verified.',
    read: integer(1, 10_000),
  },
  LOST_WRITES: {
    fallback: 'warn',
    help: 'warn: an embedded database that lost its last writes is gone on with, and it is said; refuse: it is not.',
    read: oneOf('warn', 'refuse'),
  },
  DATABASE_URL: {
    fallback: '',
    help: 'postgres://… to use PostgreSQL instead of the embedded database.',
    read: databaseUrl,
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    fallback: '',
    help: 'The same PostgreSQL past a pooler such as PgBouncer: for notifications and migrations.',
    read: databaseUrl,
    secret: true,
  },
  DATABASE_CONNECTIONS: {
    fallback: '10',
    help: 'Most connections of this process to PostgreSQL; one more listens for notifications.',
    read: integer(2, 1000),
  },
  ALLOWED_HOSTS: {
    fallback: '',
    help: 'Comma-separated Host names (host or host:port) the service answers to.',
    read: words,
  },
  TRUSTED_PROXIES: {
    fallback: '',
    help: 'Comma-separated addresses and networks of the proxies whose X-Forwarded-For names the client.',
    read: addresses,
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
  METRICS_PORT: {
    fallback: '',
    help: 'Port on HOST at which /metrics answers Prometheus, without a key; 0 takes any free one.',
    read: optionalPort,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    help: 'Where traces are sent by OTLP over HTTP, such as http://localhost:4318; without it there are none.',
    read: optionalUrl,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    fallback: '',
    help: 'Headers for it: name=value, comma-separated, values in percent-encoding.',
    read: headers,
    secret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    help: 'Share of the traces that are sent, from 0 to 1; a request that belongs to a trace follows it.',
    read: share,
  },
  OTEL_SERVICE_NAME: { fallback: 'touchstone', help: 'What traces call this service.', read: text },
  BODY_LIMIT_BYTES: {
    fallback: '40000000',
    help: 'Largest JSON body of any route; most take less.',
    read: integer(1000, 1_000_000_000),
  },
  BODIES_LIMIT_BYTES: {
    fallback: '60000000',
    help: 'Most bytes of large bodies that are held at once; further ones get 503.',
    read: integer(1000, 10_000_000_000),
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
  STREAMS_PER_KEY: {
    fallback: '20',
    help: 'Open streams per key, of events and of answers.',
    read: integer(1, 10_000),
  },
  ANSWERS_PER_KEY: {
    fallback: '100',
    help: 'Answers asked for with one key that may wait or be written at once; 0: no limit.',
    read: integer(0, 1_000_000),
  },
  CALLS_PER_ACCOUNT: {
    fallback: '200',
    help: 'Calls in flight to an account of a provider that has no max_concurrency, over all processes.',
    read: integer(1, 100_000),
  },
  BATCH_POLL_MS: {
    fallback: '10000',
    help: 'How soon an evaluation looks at a batch of a provider for the first time; the pauses grow to 60 times that.',
    read: integer(10, 3_600_000),
  },
  LIMIT_LEASE_SECONDS: {
    fallback: '15',
    help: 'PostgreSQL: how long a process keeps its share of an account’s limits without renewing it.',
    read: integer(2, 600),
  },
  SEARCH_MEMORY_BYTES: {
    fallback: '536870912',
    help: 'Memory for search vectors, in bytes; the workspaces searched last stay in it.',
    read: integer(1_000_000, 64_000_000_000),
  },
  EMBEDDING_MODEL: {
    fallback: '',
    help: 'PROVIDER/MODEL that turns text into vectors for search, instead of a model of each workspace.',
    read: providerModel,
  },
  AGENT_MODEL: {
    fallback: '',
    help: 'PROVIDER/MODEL that writes the answers of the conversation; without one it quotes the sources.',
    read: providerModel,
  },
  AGENT_STEPS: {
    fallback: '8',
    help: 'Calls of that model in one answer.',
    read: integer(1, 50),
  },
  AGENT_OUTPUT_TOKENS: {
    fallback: '4000',
    help: 'Tokens that it may write in one call, reasoning included.',
    read: integer(100, 200_000),
  },
  AGENT_SECONDS: {
    fallback: '120',
    help: 'Seconds that one answer may take.',
    read: integer(1, 3600),
  },
  AGENT_COST_USD: {
    fallback: '0.5',
    help: 'USD that one answer may cost, where the price is configured; 0: no limit.',
    read: amount,
  },
  AGENT_COST_USD_PER_DAY: {
    fallback: '10',
    help: 'USD that the answers of one key may cost in 24 hours, where the price is configured; 0: no limit.',
    read: amount,
  },
  UPLOAD_LIMIT_BYTES: {
    fallback: '200000000',
    help: 'Largest streamed upload of a source.',
    read: integer(1000, 10_000_000_000),
  },
  IMPORT_LIMIT_BYTES: {
    fallback: '20000000000',
    help: 'Largest file of recorded traffic that is imported.',
    read: integer(1000, 1_000_000_000_000),
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
  MODEL_END_DAYS: {
    fallback: '180',
    help: 'How long before its end a model is said to end, on stacks and evaluations that rest on it.',
    read: integer(0, 3650),
  },
  APPROVAL_HOURS: {
    fallback: '24',
    help: 'How long a person may decide what an agent asked for.',
    read: integer(1, 8760),
  },
  RESPONSE_CACHE_DAYS: {
    fallback: '14',
    help: 'How long an answer of an evaluation is shared with the same request in its workspace; 0: never with a later one.',
    read: integer(0, 3650),
  },
  RESPONSE_CACHE_ANSWERS: {
    fallback: '1000000',
    help: 'Answers of one workspace that may be shared; above it those of the oldest evaluations are no longer shared.',
    read: integer(0, 1_000_000_000),
  },
  ALLOW_PRIVATE_NETWORKS: {
    fallback: 'false',
    help: 'true: sources may be read from private addresses and webhooks sent there, never link-local ones.',
    read: (value) => oneOf('true', 'false')(value) === 'true',
  },
  FETCH_ALLOW_HOSTS: {
    fallback: '',
    help: 'Comma-separated host:port pairs that sources may be read from and webhooks sent to, whatever their address.',
    read: hostPairs,
  },
  TARGET_ALLOW_HOSTS: {
    fallback: '',
    help: 'Comma-separated host:port pairs that endpoints of stacks may be asked at; in open mode also this machine.',
    read: hostPairs,
  },
  TARGET_SECRETS: {
    fallback: '',
    help: 'Comma-separated NAME@host:port: the variable NAME may be sent to that host, as {{secret.NAME}} in a header.',
    read: secretNames,
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

export type SettingName = keyof typeof SETTINGS;

export function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

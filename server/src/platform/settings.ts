import { resolve } from 'node:path';
import { ROLES, type Role } from './roles.ts';
import {
  readAddresses,
  readAmount,
  readBasePath,
  readBaseUrl,
  readBootstrapKey,
  readDatabaseUrl,
  readEncryptionKeys,
  readGithubToken,
  readHeaders,
  readHostPairs,
  readInteger,
  readOneOf,
  readOptionalPort,
  readOptionalText,
  readOptionalUrl,
  readPaths,
  readProviderModel,
  readPublicUrl,
  readSecretNames,
  readShare,
  readText,
  readWords,
} from './setting-readers.ts';

export interface Setting<T> {
  fallback: string;
  help: string;
  read(text: string): T;
  /** The value may contain a secret, so no message repeats it. */
  secret?: true;
}

/**
 * Every setting: an environment variable, and a flag of the same name in lower case with dashes. The table of
 * docs/reference/settings.md is generated from it.
 */
export const SETTINGS = {
  ROLE: {
    fallback: 'all',
    help: 'What this process does: all, api (answers requests), worker (background work) or load (evaluations only). Roles other than all need PostgreSQL.',
    read: readOneOf(...(Object.keys(ROLES) as Role[])),
  },
  HOST: {
    fallback: '127.0.0.1',
    help: 'Address to listen on. An address that other machines can reach needs an API key.',
    read: readText,
  },
  PORT: { fallback: '8080', help: 'Port to listen on; 0 takes any free port.', read: readInteger(0, 65_535) },
  DATA_DIR: {
    fallback: 'data',
    help: 'Directory of the embedded database, the search index and caches.',
    read: (v) => resolve(v),
  },
  BASE_PATH: {
    fallback: '',
    help: 'Path under which everything is mounted, such as /touchstone.',
    read: readBasePath,
  },
  BACKUP_DIR: {
    fallback: '',
    help: 'Directory for scheduled backups (roles all and worker). Without it none are taken.',
    read: (v) => (v === '' ? null : resolve(v)),
  },
  BACKUP_HOURS: {
    fallback: '24',
    help: 'Age of the newest backup in BACKUP_DIR, in hours, at which the next one is taken.',
    read: readInteger(1, 8760),
  },
  BACKUP_KEEP: {
    fallback: '14',
    help: 'Number of backups kept in BACKUP_DIR. Older ones are deleted after a newer one was verified.',
    read: readInteger(1, 10_000),
  },
  LOST_WRITES: {
    fallback: 'warn',
    help: 'When the embedded database lost acknowledged writes: warn starts and reports it in the log and at /readyz; refuse does not start.',
    read: readOneOf('warn', 'refuse'),
  },
  DATABASE_URL: {
    fallback: '',
    help: 'postgres://user:password@host/database uses PostgreSQL instead of the embedded database.',
    read: readDatabaseUrl,
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    fallback: '',
    help: 'The same PostgreSQL without a pooler such as PgBouncer, for notifications and migrations.',
    read: readDatabaseUrl,
    secret: true,
  },
  DATABASE_CONNECTIONS: {
    fallback: '10',
    help: 'Maximum connections of this process to PostgreSQL; one more listens for notifications.',
    read: readInteger(2, 1000),
  },
  ALLOWED_HOSTS: {
    fallback: '',
    help: 'Comma-separated Host headers to accept (host or host:port), besides loopback names, HOST and PUBLIC_URL.',
    read: readWords,
  },
  TRUSTED_PROXIES: {
    fallback: '',
    help: 'Comma-separated addresses and networks of the proxies whose X-Forwarded-For names the client.',
    read: readAddresses,
  },
  PUBLIC_URL: {
    fallback: '',
    help: 'The address that people use when a proxy stands in front, such as https://touchstone.example.com.',
    read: readPublicUrl,
  },
  TOUCHSTONE_BOOTSTRAP_KEY: {
    fallback: '',
    help: 'The first admin key, for containers: 20 to 200 letters, digits or -._~+/=. Used only while no key has ever existed.',
    read: readBootstrapKey,
    secret: true,
  },
  TOUCHSTONE_CONFIG: { fallback: '', help: 'A JSON file with model providers.', read: readOptionalText },
  ENCRYPTION_KEYS: {
    fallback: '',
    help: 'Keys that encrypt the provider keys in the database, comma-separated: the first encrypts, all decrypt. “openssl rand -base64 32” makes one.',
    read: readEncryptionKeys,
    secret: true,
  },
  CATALOG_FILE: {
    fallback: '',
    help: 'A JSON file with your own facts: prices, regions, certificates.',
    read: readOptionalText,
  },
  LOG_LEVEL: {
    fallback: 'info',
    help: 'debug, info, warn, error or silent. The log is JSON lines on standard error.',
    read: readOneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  METRICS_PORT: {
    fallback: '',
    help: 'Port on HOST that serves /metrics for Prometheus, without a key; 0 takes any free port. Without it nothing is counted.',
    read: readOptionalPort,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    help: 'Collector that traces are sent to by OTLP over HTTP, such as http://localhost:4318. Without it there are no traces.',
    read: readOptionalUrl,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    fallback: '',
    help: 'Headers for the collector: name=value, comma-separated, values percent-encoded.',
    read: readHeaders,
    secret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    help: 'Share of traces that are sent, from 0 to 1. A request with a trace context follows its decision.',
    read: readShare,
  },
  OTEL_SERVICE_NAME: { fallback: 'touchstone', help: 'Service name in traces.', read: readText },
  BODY_LIMIT_BYTES: {
    fallback: '40000000',
    help: 'Largest JSON body of any route, in bytes; most routes take less.',
    read: readInteger(1000, 1_000_000_000),
  },
  BODIES_LIMIT_BYTES: {
    fallback: '60000000',
    help: 'Maximum bytes of all bodies above 64,000 bytes that are held at once; further ones get 503.',
    read: readInteger(1000, 10_000_000_000),
  },
  BODY_LIMIT_VALUES: {
    fallback: '200000',
    help: 'Maximum number of values (members, items, objects, arrays) in a JSON body.',
    read: readInteger(100, 10_000_000),
  },
  REQUESTS_PER_MINUTE: {
    fallback: '6000',
    help: 'Requests per API key and minute, over all processes; 0 disables the limit.',
    read: readInteger(0, 10_000_000),
  },
  STREAMS_PER_KEY: {
    fallback: '20',
    help: 'Open event and answer streams per API key, over all processes.',
    read: readInteger(1, 10_000),
  },
  ANSWERS_PER_KEY: {
    fallback: '100',
    help: 'Conversation answers per API key that may be queued or written at once; 0 disables the limit.',
    read: readInteger(0, 1_000_000),
  },
  CALLS_PER_ACCOUNT: {
    fallback: '200',
    help: 'Maximum calls in flight to one provider account without max_concurrency, over all processes.',
    read: readInteger(1, 100_000),
  },
  BATCH_POLL_MS: {
    fallback: '10000',
    help: 'Delay before a provider batch is first polled, in ms; later delays grow to 60 times this.',
    read: readInteger(10, 3_600_000),
  },
  LIMIT_LEASE_SECONDS: {
    fallback: '15',
    help: 'PostgreSQL: how long a process keeps its share of an account’s limits without renewing it.',
    read: readInteger(2, 600),
  },
  SEARCH_MEMORY_BYTES: {
    fallback: '536870912',
    help: 'Memory for search vectors, in bytes; the most recently searched workspaces stay in memory.',
    read: readInteger(1_000_000, 64_000_000_000),
  },
  EMBEDDING_MODEL: {
    fallback: '',
    help: 'PROVIDER/MODEL that embeds text for search. Without it each workspace trains a local model and no text leaves the machine.',
    read: readProviderModel,
  },
  AGENT_MODEL: {
    fallback: '',
    help: 'PROVIDER/MODEL that writes the answers of the conversation. Without it the conversation shows passages and results.',
    read: readProviderModel,
  },
  AGENT_STEPS: {
    fallback: '8',
    help: 'Maximum calls of AGENT_MODEL in one answer.',
    read: readInteger(1, 50),
  },
  AGENT_OUTPUT_TOKENS: {
    fallback: '4000',
    help: 'Maximum tokens that AGENT_MODEL writes in one call, reasoning included.',
    read: readInteger(100, 200_000),
  },
  AGENT_SECONDS: {
    fallback: '120',
    help: 'Maximum seconds for one answer.',
    read: readInteger(1, 3600),
  },
  AGENT_COST_USD: {
    fallback: '0.5',
    help: 'Maximum cost of one answer in USD, if the model has a price; 0 disables the limit.',
    read: readAmount,
  },
  AGENT_COST_USD_PER_DAY: {
    fallback: '10',
    help: 'Maximum cost of all answers of one API key in 24 hours, in USD, if the model has a price; 0 disables the limit.',
    read: readAmount,
  },
  UPLOAD_LIMIT_BYTES: {
    fallback: '200000000',
    help: 'Largest streamed upload of a source, in bytes.',
    read: readInteger(1000, 10_000_000_000),
  },
  IMPORT_LIMIT_BYTES: {
    fallback: '20000000000',
    help: 'Largest imported file, in bytes.',
    read: readInteger(1000, 1_000_000_000_000),
  },
  SOURCES_PER_WORKSPACE: {
    fallback: '100000',
    help: 'Maximum sources in one workspace.',
    read: readInteger(1, 10_000_000),
  },
  CHUNKS_PER_SOURCE: {
    fallback: '50000',
    help: 'Maximum chunks of one source.',
    read: readInteger(1, 1_000_000),
  },
  MODEL_END_DAYS: {
    fallback: '180',
    help: 'Days before the retirement of a model from which stacks and evaluations that use it are warned.',
    read: readInteger(0, 3650),
  },
  APPROVAL_HOURS: {
    fallback: '24',
    help: 'Hours until an undecided request of an agent expires.',
    read: readInteger(1, 8760),
  },
  RESPONSE_CACHE_DAYS: {
    fallback: '14',
    help: 'Days for which a response is reused for the same request in its workspace; 0 disables reuse by later evaluations.',
    read: readInteger(0, 3650),
  },
  RESPONSE_CACHE_ANSWERS: {
    fallback: '1000000',
    help: 'Maximum reusable responses of one workspace; those of the oldest evaluations are dropped first.',
    read: readInteger(0, 1_000_000_000),
  },
  ALLOW_PRIVATE_NETWORKS: {
    fallback: 'false',
    help: 'true allows sources and webhooks at private and loopback addresses on ports 80 and 443, never link-local ones.',
    read: (value) => readOneOf('true', 'false')(value) === 'true',
  },
  FETCH_ALLOW_HOSTS: {
    fallback: '',
    help: 'Comma-separated host:port pairs that sources are read from and webhooks are sent to, whatever their address.',
    read: readHostPairs,
  },
  TARGET_ALLOW_HOSTS: {
    fallback: '',
    help: 'Comma-separated host:port pairs that stacks may name as endpoint. Without any API key, this machine is also allowed.',
    read: readHostPairs,
  },
  OWN_GRADERS_ROLE: {
    fallback: 'editor',
    help: 'Least role of a key that starts evaluations graded by code or servers of users, or tries such graders: editor or admin.',
    read: readOneOf('editor', 'admin'),
  },
  TARGET_SECRETS: {
    fallback: '',
    help: 'Comma-separated NAME@host:port: environment variable NAME may be sent to that host, as {{secret.NAME}} in a header.',
    read: readSecretNames,
  },
  COMMAND_GRADERS: {
    fallback: '',
    help: 'Comma-separated absolute paths of programs, or of folders of programs, that graders of the type command may run. They are trusted code: name no shell or interpreter.',
    read: readPaths,
  },
  GITHUB_URL: {
    fallback: 'https://github.com',
    help: 'Web address of GitHub Enterprise.',
    read: readBaseUrl,
  },
  GITHUB_API_URL: {
    fallback: 'https://api.github.com',
    help: 'REST API of GitHub Enterprise, https://HOST/api/v3.',
    read: readBaseUrl,
  },
  GITHUB_TOKEN: {
    fallback: '',
    help: 'Token for private repositories and 5,000 instead of 60 requests an hour. Every editor can read what it gives access to.',
    read: readGithubToken,
    secret: true,
  },
  YOUTUBE_URL: {
    fallback: 'https://www.youtube.com',
    help: 'Where video captions are read.',
    read: readBaseUrl,
  },
  BENCHMARK_DATA_DIR: {
    fallback: '',
    help: 'Directory of public benchmark files, <benchmark_type>/<file>; defaults to DATA_DIR/benchmarks.',
    read: (value) => (value === '' ? undefined : resolve(value)),
  },
  BENCHMARK_MIRROR: {
    fallback: '',
    help: 'Mirror of those files, <address>/<benchmark_type>/<file>.',
    read: (value) => (value === '' ? null : readBaseUrl(value)),
  },
  BENCHMARK_SKIP_MALFORMED: {
    fallback: 'false',
    help: 'true skips malformed rows of those files with a warning; false refuses the file.',
    read: (value) => readOneOf('true', 'false')(value) === 'true',
  },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

export function settingFlag(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

import { join } from 'node:path';
import { TOUCHSTONE_COMMAND } from '../kernel/how-called.ts';
import { readProviders } from './config-providers.ts';
import { SETTINGS, type Setting, type SettingName, settingFlag } from './settings.ts';

/** The configuration by the operator; read once, frozen, passed down. Each setting is described in `settings.ts`. */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

/** A mistake in the configuration: the message names the setting, the problem, and what is accepted. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface ConfigSources {
  env?: Readonly<Record<string, string | undefined>>;
  /** Values of flags by flag name (`data-dir`); they take precedence over the environment. */
  flags?: Readonly<Record<string, string | undefined>>;
}

/** Reads the configuration. Throws `ConfigError` naming every invalid setting. */
export function loadConfig({ env = process.env, flags = {} }: ConfigSources = {}) {
  const problems: string[] = [];
  const get = <K extends SettingName>(name: K): ReturnType<(typeof SETTINGS)[K]['read']> => {
    const { fallback, read, secret } = SETTINGS[name] as Setting<ReturnType<(typeof SETTINGS)[K]['read']>>;
    const value = flags[settingFlag(name)] ?? env[name] ?? fallback;
    try {
      return read(value === '' ? fallback : value);
    } catch (error) {
      const shown = secret ? '' : `; it is ${JSON.stringify(value)}`;
      problems.push(`${name} (--${settingFlag(name)}) must be ${(error as Error).message}${shown}.`);
      return read(fallback);
    }
  };
  const file = get('TOUCHSTONE_CONFIG');
  const backupDir = get('BACKUP_DIR');
  const schedule = { everyMs: get('BACKUP_HOURS') * 3_600_000, keep: get('BACKUP_KEEP') };
  const config = {
    role: get('ROLE'),
    host: get('HOST'),
    port: get('PORT'),
    dataDir: get('DATA_DIR'),
    lostWrites: get('LOST_WRITES'),
    backups: backupDir === null ? null : { folder: backupDir, ...schedule },
    basePath: get('BASE_PATH'),
    databaseUrl: get('DATABASE_URL'),
    databaseDirectUrl: get('DATABASE_DIRECT_URL'),
    databaseConnections: get('DATABASE_CONNECTIONS'),
    allowedHosts: get('ALLOWED_HOSTS'),
    trustedProxies: get('TRUSTED_PROXIES'),
    publicUrl: get('PUBLIC_URL'),
    bootstrapKey: get('TOUCHSTONE_BOOTSTRAP_KEY'),
    logLevel: get('LOG_LEVEL'),
    metricsPort: get('METRICS_PORT'),
    tracesUrl: get('OTEL_EXPORTER_OTLP_ENDPOINT'),
    tracesHeaders: get('OTEL_EXPORTER_OTLP_HEADERS'),
    tracesShare: get('OTEL_TRACES_SAMPLER_ARG'),
    serviceName: get('OTEL_SERVICE_NAME'),
    bodyLimit: get('BODY_LIMIT_BYTES'),
    bodiesLimit: get('BODIES_LIMIT_BYTES'),
    bodyValues: get('BODY_LIMIT_VALUES'),
    requestsPerMinute: get('REQUESTS_PER_MINUTE'),
    streamsPerKey: get('STREAMS_PER_KEY'),
    answersPerKey: get('ANSWERS_PER_KEY') || null,
    callsPerAccount: get('CALLS_PER_ACCOUNT'),
    batchPollMs: get('BATCH_POLL_MS'),
    limitLeaseSeconds: get('LIMIT_LEASE_SECONDS'),
    uploadLimit: get('UPLOAD_LIMIT_BYTES'),
    importLimit: get('IMPORT_LIMIT_BYTES'),
    searchMemoryBytes: get('SEARCH_MEMORY_BYTES'),
    embeddingModel: get('EMBEDDING_MODEL'),
    agentModel: get('AGENT_MODEL'),
    agentSteps: get('AGENT_STEPS'),
    agentOutputTokens: get('AGENT_OUTPUT_TOKENS'),
    agentSeconds: get('AGENT_SECONDS'),
    agentCostUsd: get('AGENT_COST_USD'),
    agentCostUsdPerDay: get('AGENT_COST_USD_PER_DAY'),
    sourcesPerWorkspace: get('SOURCES_PER_WORKSPACE'),
    chunksPerSource: get('CHUNKS_PER_SOURCE'),
    modelEndDays: get('MODEL_END_DAYS'),
    approvalMs: get('APPROVAL_HOURS') * 3_600_000,
    cacheMaxAgeMs: get('RESPONSE_CACHE_DAYS') * 86_400_000,
    cacheMaxAnswers: get('RESPONSE_CACHE_ANSWERS'),
    allowPrivateNetworks: get('ALLOW_PRIVATE_NETWORKS'),
    fetchAllowHosts: get('FETCH_ALLOW_HOSTS'),
    targetAllowHosts: get('TARGET_ALLOW_HOSTS'),
    ownGradersRole: get('OWN_GRADERS_ROLE'),
    targetSecrets: readSecrets(get('TARGET_SECRETS'), env, problems),
    githubUrl: get('GITHUB_URL'),
    githubApiUrl: get('GITHUB_API_URL'),
    githubToken: get('GITHUB_TOKEN'),
    youtubeUrl: get('YOUTUBE_URL'),
    benchmarkDataDir: get('BENCHMARK_DATA_DIR') ?? join(get('DATA_DIR'), 'benchmarks'),
    benchmarkMirror: get('BENCHMARK_MIRROR'),
    commandGraders: get('COMMAND_GRADERS'),
    benchmarkSkipMalformed: get('BENCHMARK_SKIP_MALFORMED'),
    providers: readProviders(file, env, problems),
    encryptionKeys: get('ENCRYPTION_KEYS'),
    catalogFile: get('CATALOG_FILE'),
  };
  const publicPath = config.publicUrl?.pathname.replace(/\/+$/, '');
  if (publicPath && publicPath !== config.basePath) {
    problems.push(`PUBLIC_URL has the path ${publicPath}; BASE_PATH (--base-path) must then be the same.`);
  }
  if (config.role !== 'all' && config.databaseUrl === undefined) {
    problems.push(
      `ROLE (--role) is ${config.role}, but the embedded database supports only one process with role all. Set DATABASE_URL to a shared PostgreSQL, or omit the role.`,
    );
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze(config);
}

/** Shorter secrets would also match text that is not a secret, which would then be redacted. */
const MIN_SECRET_LENGTH = 8;

function readSecrets(
  named: readonly { name: string; host: string }[],
  env: NonNullable<ConfigSources['env']>,
  problems: string[],
): { name: string; host: string; value: string }[] {
  return named.map(({ name, host }) => {
    const value = env[name] ?? '';
    if (!/^[\x20-\x7e]*$/.test(value) || value.length < MIN_SECRET_LENGTH)
      problems.push(
        `TARGET_SECRETS names ${name}, which must be set to ${MIN_SECRET_LENGTH} or more printable ASCII characters.`,
      );
    return { name, host, value };
  });
}

/** The address that the commands for a running service use, unless a flag gives another. */
export function readServiceAddress(env: ConfigSources['env'] = process.env): {
  url: string | undefined;
  key: string | undefined;
} {
  return { url: env.TOUCHSTONE_URL || undefined, key: env.TOUCHSTONE_KEY || undefined };
}

/** The value of an environment variable from which a command was told to read a secret. */
export function readEnvironment(name: string): string | undefined {
  return process.env[name];
}

/** The environment for programs with settings of their own, such as PostgreSQL's tools. */
export function readToolEnvironment(): ConfigSources['env'] & object {
  return process.env;
}

/** The command that creates the first key of a service with this configuration, from any directory. */
export function firstKeyCommand({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  const command = `${TOUCHSTONE_COMMAND} keys create --name me --role admin`;
  if (databaseUrl !== undefined) return `${command}   (with the same DATABASE_URL in the environment)`;
  const plain = /^[\w./-]+$/.test(dataDir);
  return `${command} --data-dir ${plain ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`}`;
}

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentModelSettings, createAgents } from '../converse/agents/agents.ts';
import { approvalRoutes } from '../converse/approvals/approval-routes.ts';
import { createApprovals } from '../converse/approvals/approvals.ts';
import { createMcp } from '../converse/mcp/mcp.ts';
import { mcpRoutes } from '../converse/mcp/mcp-routes.ts';
import { createMessagePoller, defineMessageJobs } from '../converse/messages/message-jobs.ts';
import { messageRoutes } from '../converse/messages/message-routes.ts';
import { createLiveAnswers, createMessages } from '../converse/messages/messages.ts';
import { createTools, type Tools } from '../converse/tools/tools.ts';
import { createScenarios, SCENARIO_API } from '../decide/scenarios/scenarios.ts';
import {
  createEndPublisher,
  createEvaluationPoller,
  createEvaluationPublisher,
} from '../evaluate/evaluations/evaluation-events.ts';
import { defineEvaluationJobs } from '../evaluate/evaluations/evaluation-jobs.ts';
import { evaluationRoutes } from '../evaluate/evaluations/evaluation-routes.ts';
import { createEvaluations, describeChoice, KIND_BENCHMARKS } from '../evaluate/evaluations/evaluations.ts';
import { sampleRoutes } from '../evaluate/evaluations/sample-routes.ts';
import { defineImportJobs } from '../evaluate/imports/import-jobs.ts';
import { importRoutes } from '../evaluate/imports/import-routes.ts';
import { createImports } from '../evaluate/imports/imports.ts';
import { createSeries, storeCostOfLook } from '../evaluate/series/series.ts';
import { defineSeriesJobs } from '../evaluate/series/series-jobs.ts';
import { seriesRoutes } from '../evaluate/series/series-routes.ts';
import { stackRoutes } from '../evaluate/stacks/stack-routes.ts';
import { createStacks } from '../evaluate/stacks/stacks.ts';
import { systemActor } from '../kernel/actor.ts';
import { systemClock, utcDay } from '../kernel/clock.ts';
import { makeDataDirectory } from '../kernel/data-directory.ts';
import { AppError } from '../kernel/errors.ts';
import { TOUCHSTONE_COMMAND } from '../kernel/how-called.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { isLoopback } from '../kernel/loopback.ts';
import { limitOutageLog } from '../kernel/outage-log.ts';
import { stopOnce } from '../kernel/stop-once.ts';
import { VERSION } from '../kernel/version.ts';
import { createDownloader, createReading } from '../knowledge/reading/reading.ts';
import {
  createChunkStore,
  createEmbeddingStore,
  createSearch,
  createSearchEngine,
  createSharedIndex,
  type EmbeddingSettings,
} from '../knowledge/search/search.ts';
import { searchRoutes } from '../knowledge/search/search-routes.ts';
import { createSourcePoller, defineSourceJobs } from '../knowledge/sources/source-jobs.ts';
import { sourceRoutes } from '../knowledge/sources/source-routes.ts';
import { sourceRowRoutes } from '../knowledge/sources/source-row-routes.ts';
import { createSources } from '../knowledge/sources/sources.ts';
import { benchmarkRoutes } from '../measure/benchmarks/benchmark-routes.ts';
import {
  columnsProblem,
  createBenchmarks,
  createInspectUpload,
  createPassages,
  datasetGraderProblems,
} from '../measure/benchmarks/benchmarks.ts';
import { inspectionRoutes } from '../measure/benchmarks/inspection-routes.ts';
import { graderRoutes } from '../measure/graders/grader-routes.ts';
import { createLoadThreads } from '../measure/traffic/traffic.ts';
import {
  type Catalog,
  CatalogFileError,
  createCatalog,
  describeModelEnd,
  endOfModel,
  type ModelEnd,
} from '../models/catalog/catalog.ts';
import { catalogRoutes } from '../models/catalog/catalog-routes.ts';
import {
  type Ceilings,
  createCeilings,
  createModels,
  createSharedCeilings,
  type ModelConnection,
  type ModelPrice,
  type Models,
} from '../models/models.ts';
import { priceRoutes } from '../models/prices/price-routes.ts';
import { callPriceOf, createPrices } from '../models/prices/prices.ts';
import { providerRoutes } from '../models/providers/provider-routes.ts';
import { createProviders } from '../models/providers/providers.ts';
import {
  type Access,
  createAccess,
  createKeyMark,
  createOwnerFile,
  type HostSettings,
} from '../platform/access/access.ts';
import { type Config, ConfigError, firstKeyCommand, readToolEnvironment } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { eventRoutes } from '../platform/events/event-routes.ts';
import { createEvents, type TellEvent } from '../platform/events/events.ts';
import { accessRoutes } from '../platform/http/access-routes.ts';
import type { App } from '../platform/http/app-type.ts';
import { consoleRoutes } from '../platform/http/console-routes.ts';
import { healthRoutes } from '../platform/http/health-routes.ts';
import { closeHttp, createHttp, listeningAddress } from '../platform/http/http.ts';
import { resourceRoutes } from '../platform/http/resource-routes.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { ROLES } from '../platform/roles.ts';
import { defineWorkspaceJobs } from '../platform/workspaces/workspace-jobs.ts';
import { workspaceRoutes } from '../platform/workspaces/workspace-routes.ts';
import { createWorkspaces } from '../platform/workspaces/workspaces.ts';
import { type BackupSchedule, defineBackupJobs } from './backups/backup-jobs.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createTraces } from './traces/traces.ts';
import { defineWebhookJobs } from './webhooks/webhook-jobs.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import { createSender, createWebhookOutbox, createWebhooks } from './webhooks/webhooks.ts';

/** The console as built by Vite. */
export const CONSOLE_DIR = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface Touchstone {
  readonly http: App;
  readonly access: Access;
  readonly tools: Tools;
  /** Starts listening; returns the addresses at which this machine can call the service. */
  start(): Promise<{ url: string; metricsUrl: string | null }>;
  /** Stops accepting, waits for work in progress, and closes; repeated calls have no further effect. */
  stop(onStep?: (step: string) => void): Promise<void>;
}

/**
 * Builds everything in dependency order, so that this function shows the architecture. Throws `ConfigError` and
 * `DatabaseRefused` with the remedy; then nothing is left running.
 */
export async function createApp(config: Config, log: Log = createLog(config.logLevel)): Promise<Touchstone> {
  const limited = limitOutageLog(log);
  makeDataDirectory(config.dataDir, limited);
  const db = await openDatabase({
    lostWrites: config.lostWrites,
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    connections: config.databaseConnections,
    dataDir: config.dataDir,
    log: limited,
  });
  try {
    return await createAppOn(db, config, limited);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function createAppOn(db: Database, config: Config, log: Log): Promise<Touchstone> {
  const { servesApi, runs, sweeps, keepsIndexes } = ROLES[config.role];
  const clock = systemClock;
  const { basePath, bodyLimit, bodiesLimit, bodyValues, requestsPerMinute, trustedProxies } = config;
  const owner = createOwnerFile(config.dataDir);
  const hosts: HostSettings = { ...config, boundHost: config.host };
  const keyMark = createKeyMark(config.dataDir, log);
  const access = createAccess({
    db,
    clock,
    hosts,
    requestsPerMinute,
    ownerToken: owner.token,
    trustedProxies,
    keyMark,
  });
  if (config.bootstrapKey !== undefined && !keyMark.isSet()) await access.keys.bootstrap(config.bootstrapKey);
  if (servesApi && (await access.lacksKey()))
    throw new ConfigError(keyMark.isSet() ? withoutItsKeys(config, keyMark.path) : withoutKey(config));

  const jobs = createJobs({
    db,
    log,
    runs,
    stallFile: join(config.dataDir, 'stalled-jobs.json'),
    // Loads providers that another process added before a job uses them, even if its notification was lost.
    async beforeRun(kind) {
      if (db.capabilities.manyProcesses && CALLS_MODELS.test(kind)) await providers.refresh();
    },
  });
  const events = createEvents({ db, log, streamsPerKey: config.streamsPerKey });
  const { publish } = events;
  const outbox = createWebhookOutbox(jobs, clock);
  const tell: TellEvent = (...told) => {
    events.tell(...told);
    outbox(...told);
  };
  access.onRevoked(events.endActor);
  const workspaces = createWorkspaces({ db, clock, jobs, events });
  const rules = { allowPrivateNetworks: config.allowPrivateNetworks, allowHosts: config.fetchAllowHosts };
  const userAgent = `Touchstone/${VERSION}`;
  const downloader = createDownloader({ rules, userAgent });
  const benchmarks = createBenchmarks({
    directory: config.benchmarkDataDir,
    mirror: config.benchmarkMirror,
    skipMalformed: config.benchmarkSkipMalformed,
    downloader,
    measured: KIND_BENCHMARKS,
    kindOf: describeChoice,
  });
  const scenarios = createScenarios({ db, clock, tell, benchmarks: benchmarks.list });

  await access.isOpen();
  const targets = { allowHosts: config.targetAllowHosts, secrets: config.targetSecrets };
  const models = resolveSetting('TOUCHSTONE_CONFIG', () =>
    createModels({
      providers: config.providers,
      targets: { ...targets, allowsLoopback: access.wasOpen },
      ceilings: createCeilingsFor(config, db, log),
      log,
    }),
  );
  const catalog = openCatalog(config.catalogFile);
  const prices = createPrices({ db, clock, facts: catalog.facts });
  const providers = createProviders({
    db,
    clock,
    log,
    models,
    ring: config.encryptionKeys,
    allowHosts: config.targetAllowHosts,
    allowsLoopback: access.wasOpen,
    priceOf: async (connection) => callPriceOf(await prices.factsAt(null), connection, utcDay(clock.now())),
  });
  // The first key ends the permission to call this machine without a key.
  access.onRevoked(
    () => void providers.refresh().catch((err) => log.warn({ err }, 'added providers could not be read')),
  );
  const sayModelEnd = (end: ModelEnd) =>
    describeModelEnd(end, { now: clock.now(), days: config.modelEndDays });
  const priceOf = async (workspaceId: string, connection: ModelConnection) => {
    const facts = await prices.factsAt(workspaceId);
    return callPriceOf(facts, connection, utcDay(clock.now()))?.price;
  };
  const stacks = createStacks({
    db,
    clock,
    tell,
    models,
    priceOf,
    endOfModel(provider, modelId) {
      const known = endOfModel(catalog.facts, provider, modelId);
      if (known === null) return null;
      const { model: _, ...end } = known;
      return { end, warning: sayModelEnd(known) };
    },
    knownSources: (workspaceId, ids) => sources.known(systemActor, workspaceId, ids),
  });
  // Resolved before anything is started, because an error here would leave it running.
  const agentModel = agentModelOf(config, models, priceOf);
  const searchEngine = createSearchEngine({
    dataDir: config.dataDir,
    store: createChunkStore(db),
    vectorMemoryBytes: config.searchMemoryBytes,
    embedding: embeddingOf(config, models, db),
    log,
  });
  const search = createSearch({ db, engine: searchEngine });
  const index = createSharedIndex({
    engine: searchEngine,
    notifications: db.notifications,
    keepsIndexes,
    log,
  });
  const { chunksPerSource: maxChunks, sourcesPerWorkspace: maxSources, uploadLimit: maxBytes } = config;
  const reading = createReading({ settings: { ...config, userAgent }, log });
  const sourceJobs = defineSourceJobs({
    db,
    jobs,
    events,
    search: index,
    clock,
    log,
    reading,
    maxChunks,
  });
  const sources = createSources({
    db,
    clock,
    jobs,
    publish,
    reading,
    search: index,
    graderProblems: datasetGraderProblems,
    columnsProblem,
    maxBytes,
    maxSources,
  });
  events.poll(createSourcePoller(db));

  const inspect = createInspectUpload({
    reading,
    requireWorkspace: (actor, id) => workspaces.get(actor, id),
    maxBytes,
  });

  defineImportJobs({ db, clock, jobs, tell, sources });
  const imports = createImports({
    db,
    clock,
    jobs,
    tell,
    sources,
    maxBytes: config.importLimit,
  });

  const backupJobs = defineBackupJobs({ db, jobs, log, schedule: sweeps ? backupsOf(config) : null });

  const load = createLoadThreads(
    { providers: config.providers, targets, logLevel: config.logLevel },
    models.added,
  );
  const tellEvaluation = createEvaluationPublisher(events);
  const noteEnd = createEndPublisher(outbox);
  events.poll(createEvaluationPoller(db));
  const passages = createPassages({ sources, search });
  const evaluationJobs = defineEvaluationJobs({
    db,
    jobs,
    models,
    facts: catalog.facts,
    factsAt: prices.factsAt,
    sayModelEnd,
    passages,
    load,
    clock,
    log,
    changed: tellEvaluation,
    noteEnd,
    cacheMaxAgeMs: config.cacheMaxAgeMs,
    batchPollMs: config.batchPollMs,
    commandGraders: config.commandGraders,
    cacheMaxAnswers: config.cacheMaxAnswers,
    paid: (evaluation) => storeCostOfLook(db, evaluation),
  });
  defineWorkspaceJobs({
    db,
    jobs,
    async forget(workspaceId, context) {
      await searchEngine.drop(workspaceId);
      await evaluationJobs.cancelBatches(workspaceId, context);
    },
  });
  const evaluations = createEvaluations({
    ownGradersRole: config.ownGradersRole,
    db,
    clock,
    models,
    facts: catalog.facts,
    factsAt: prices.factsAt,
    references: {
      commandGraders: config.commandGraders,
      benchmark: benchmarks.get,
      today: () => utcDay(clock.now()),
      pricesInForce: prices.inForce,
      sayModelEnd,
      scenario: async (workspaceId, id) => (await scenarios.snapshot(systemActor, workspaceId, [id])).get(id),
      version: VERSION,
      generators: evaluationJobs.generators,
      stack: async (workspaceId, id) => (await stacks.snapshot(systemActor, workspaceId, [id])).get(id),
      async sourceText(workspaceId, name, version) {
        const source = await sources.text(systemActor, workspaceId, name, version);
        if (source === undefined) return undefined;
        const { title, text, columns, grader } = source;
        return { name: title, text, columns, grader };
      },
      passages,
    },
    jobs,
    changed: tellEvaluation,
    noteEnd,
    tell,
  });

  const series = createSeries({ db, clock, jobs, tell, evaluations });
  defineSeriesJobs({ db, clock, jobs, tell, evaluations });

  const sender = createSender({ rules, userAgent });
  defineWebhookJobs({ db, clock, jobs, sender, series, evaluations });
  const webhooks = createWebhooks({ db, clock, jobs, rules });

  const approvals = createApprovals({
    db,
    clock,
    tell,
    evaluations,
    data: benchmarks,
    approvalMs: config.approvalMs,
  });
  const address = (path: string) => `${config.publicUrl?.origin ?? ''}${basePath}${path}`;
  const tools = createTools({
    workspaces,
    sources,
    search,
    scenarios,
    stacks,
    benchmarks,
    facts: catalog.facts,
    factsAt: prices.factsAt,
    models,
    evaluations,
    approvals,
    address,
    clock,
  });
  const pageOf = (workspaceId: string, page: string) => address(`/console/workspaces/${workspaceId}/${page}`);
  const agents = createAgents({ search, sources, tools, model: agentModel, pageOf });
  const live = createLiveAnswers();
  const answerMs = config.agentSeconds * 1000;
  const spending = { db, clock, log, usdPerDay: config.agentCostUsdPerDay };
  defineMessageJobs({ db, jobs, agents, live, tell, publish, answerMs, spending });
  const messages = createMessages({
    db,
    clock,
    events,
    jobs,
    agents,
    live,
    answersPerKey: config.answersPerKey,
  });
  events.poll(createMessagePoller(db));

  const mcp = createMcp({ tools, resources: { workspaces, sources, evaluations }, version: VERSION, log });

  const http = await createHttp({
    access,
    log,
    basePath,
    bodyLimit,
    bodiesLimit,
    bodyValues,
    version: VERSION,
    document: servesApi,
  });
  await http.register(
    async (scope) => {
      const app = scope as App;
      healthRoutes(app, {
        probe: db.probe,
        warnings: db.warnings,
        role: config.role,
        indexes: index.state,
      });
      if (!servesApi) return;
      await consoleRoutes(app, { directory: CONSOLE_DIR, basePath, version: VERSION });
      accessRoutes(app, { access, basePath, isHttps: config.publicUrl?.protocol === 'https:' });
      approvalRoutes(app, { approvals, access, basePath });
      workspaceRoutes(app, { workspaces, access });
      providerRoutes(app, { providers, models, basePath });
      catalogRoutes(app, { catalog, prices });
      priceRoutes(app, { prices, access });
      graderRoutes(app);
      benchmarkRoutes(app, { benchmarks, generators: evaluationJobs.generators });
      evaluationRoutes(app, { evaluations, access });
      sampleRoutes(app, { evaluations });
      seriesRoutes(app, { series, access });
      webhookRoutes(app, { webhooks, access });
      eventRoutes(app, { events });
      sourceRoutes(app, { sources, access });
      sourceRowRoutes(app, { sources, access });
      inspectionRoutes(app, { inspect });
      importRoutes(app, { imports, access });
      searchRoutes(app, { search });
      messageRoutes(app, { messages, access });
      resourceRoutes(app, access, SCENARIO_API, scenarios);
      stackRoutes(app, { stacks, access });
      mcpRoutes(app, { mcp, access });
    },
    { prefix: basePath },
  );

  const metrics =
    config.metricsPort === null
      ? null
      : await createMetrics({
          host: config.host,
          port: config.metricsPort,
          version: VERSION,
          role: config.role,
          due: jobs.due,
          accounts: models.accounts,
          connections: db.connections,
          backups: backupJobs.state,
          log,
        });

  const traces =
    config.tracesUrl === null
      ? null
      : await createTraces({
          url: config.tracesUrl,
          headers: config.tracesHeaders,
          share: config.tracesShare,
          serviceName: config.serviceName,
          version: VERSION,
          log,
        });

  let stopSweeping = async () => {};
  return {
    http,
    access,
    tools,
    async start() {
      traces?.start();
      await http.listen({ host: config.host, port: config.port });
      const metricsAt = await metrics?.start().catch((error) => {
        throw new ConfigError(metricsRefused(config, error));
      });
      await db.notifications?.start();
      await providers.start();
      stopSweeping = access.idempotency.keepSwept((err) =>
        log.warn({ err }, 'expired idempotency records could not be deleted'),
      );
      await jobs.start();
      events.start();
      if (sweeps) {
        sourceJobs.start();
        backupJobs.start();
        await jobs.whenWritable('what deleted evaluations left', evaluationJobs.sweep);
      }
      index.start();
      const url = localUrl(listeningAddress(http), basePath);
      if (servesApi) await jobs.whenWritable('owner.json', async () => owner.publish(url));
      return { url, metricsUrl: metricsAt ? localUrl(metricsAt, '/metrics') : null };
    },
    stop: stopOnce([
      ['the owner file', async () => owner.remove()],
      ['the schedule of backups', async () => backupJobs.stop()],
      ['event streams', () => events.stop()],
      ['answers to MCP clients', () => mcp.stop()],
      ['requests and jobs that still run', () => Promise.all([closeHttp(http), jobs.stop()])],
      [
        'the reading of sources',
        () => Promise.all([sourceJobs.stop(), imports.stop(), reading.stop(), downloader.stop()]),
      ],
      ['the search index', () => searchEngine.stop()],
      ['the load threads', () => load.stop()],
      ['the providers', () => providers.stop()],
      ['model connections', () => models.stop()],
      ['connections to webhooks', () => sender.stop()],
      ['the sweep of old answers', () => stopSweeping()],
      ['the metrics', async () => metrics?.stop()],
      ['the traces', async () => traces?.stop()],
      ['the database', () => db.close()],
    ]),
  };
}

/** The job kinds that call models. */
const CALLS_MODELS = /^(evaluation|series)\./;

/** The address at which this machine can call a listener, because clients cannot call "all addresses". */
function localUrl({ host, port }: { host: string; port: number }, basePath: string): string {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}${basePath}`;
}

/** Opens the catalogue with the operator's facts; errors in them stop the start. */
function openCatalog(file: string | undefined): Catalog {
  try {
    return createCatalog({ file });
  } catch (error) {
    throw error instanceof CatalogFileError ? new ConfigError(error.message) : error;
  }
}

function metricsRefused({ host, metricsPort }: Config, { code }: NodeJS.ErrnoException): string {
  return (
    `METRICS_PORT (--metrics-port) is ${metricsPort}, but the service cannot listen on it at ${host} (${code}). ` +
    'Choose another port, 0 for any free one, or leave it out.'
  );
}

function withoutItsKeys(config: Config, markPath: string): string {
  return (
    `The database has no API key, but this data directory was used with a database that had one (${markPath}): it was emptied, or it is a different database. Do one of these:\n` +
    '  - set the right database (DATABASE_URL) or data directory (DATA_DIR)\n' +
    `  - restore a backup: ${TOUCHSTONE_COMMAND} restore FOLDER\n` +
    `  - create a key: ${firstKeyCommand(config)}\n` +
    `  - to start without a key, delete ${markPath}`
  );
}

function withoutKey(config: Config): string {
  const { host, publicUrl } = config;
  const exposed = isLoopback(host) ? `PUBLIC_URL is ${publicUrl?.origin}` : `HOST is ${host}`;
  return (
    `${exposed}, so other machines can reach the service, but no API key exists. Do one of these:\n` +
    `  - create a key first: ${firstKeyCommand(config)}\n` +
    '  - set TOUCHSTONE_BOOTSTRAP_KEY to a secret of 20 or more characters; it becomes the first admin key\n' +
    '  - limit the service to this machine: HOST=127.0.0.1, and no PUBLIC_URL'
  );
}

/** Limits of an account are kept in memory if this is the only process, and leased if others use the database too. */
function createCeilingsFor({ callsPerAccount, limitLeaseSeconds }: Config, db: Database, log: Log): Ceilings {
  if (!db.capabilities.manyProcesses) return createCeilings({ callsPerAccount });
  return createSharedCeilings({ db, log, callsPerAccount, leaseMs: limitLeaseSeconds * 1000 });
}

/** Uses the direct address, because pg_dump does not work through a pooler in transaction mode. */
function backupsOf({ backups, dataDir, databaseUrl, databaseDirectUrl }: Config): BackupSchedule | null {
  const place = { dataDir, databaseUrl: databaseDirectUrl ?? databaseUrl, env: readToolEnvironment() };
  return backups && { place, ...backups };
}

/** The configured model of answers. Throws `ConfigError` if it does not exist. */
function agentModelOf(
  config: Config,
  models: Models,
  priceOf: (workspaceId: string, connection: ModelConnection) => Promise<ModelPrice | undefined>,
): AgentModelSettings | null {
  if (config.agentModel === null) return null;
  const { provider, model } = config.agentModel;
  const connection = resolveSetting('AGENT_MODEL', () => models.resolve(provider, model));
  const { agentSteps: steps, agentOutputTokens: outputTokens, agentSeconds: seconds } = config;
  const ceiling = models.ceiling(connection);
  const priceIn = (workspaceId: string) => priceOf(workspaceId, connection);
  return { connection, priceIn, ceiling, steps, outputTokens, seconds, costUsd: config.agentCostUsd };
}

/** The configured embedding model. Throws `ConfigError` if it does not exist. */
function embeddingOf({ embeddingModel }: Config, models: Models, db: Database): EmbeddingSettings | null {
  if (embeddingModel === null) return null;
  const { provider, model } = embeddingModel;
  const connection = resolveSetting('EMBEDDING_MODEL', () => models.resolveEmbedding(provider, model));
  return { name: `${provider}/${model}`, connection, store: createEmbeddingStore(db) };
}

/** Resolves the name in a setting. Throws `ConfigError` if nothing has that name. */
function resolveSetting<T>(setting: string, resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    const flag = setting.toLowerCase().replaceAll('_', '-');
    if (error instanceof AppError) throw new ConfigError(`${setting} (--${flag}): ${error.message}`);
    throw error;
  }
}

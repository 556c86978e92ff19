import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hostAndPort } from '../kernel/address-guard.ts';
import { AppError, type FieldError, impossibleFields } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { CAN_WATCH_MEMORY } from '../kernel/watch-memory.ts';
import type { ProviderSettings } from '../platform/config-providers.ts';
import { PROVIDER_PRESETS } from '../platform/provider-presets.ts';
import { accountOf, accountUseProblem } from './adapters/account.ts';
import type { Adapter } from './adapters/adapter.ts';
import { anthropic } from './adapters/anthropic.ts';
import { BASELINE_PROGRAMS, createBaseline } from './adapters/baseline.ts';
import { batchesOfModel } from './adapters/batches/batches-of-model.ts';
import { createBedrock } from './adapters/bedrock.ts';
import { createCohere } from './adapters/cohere.ts';
import { connectCommand } from './adapters/command/command.ts';
import { google } from './adapters/google.ts';
import { addressKey, createEndpoints, type Exchange, endpointKey } from './adapters/http-endpoint.ts';
import { type ListedModels, listModels } from './adapters/list-models.ts';
import { mistral } from './adapters/mistral.ts';
import { openAI } from './adapters/openai.ts';
import { createOpenAICompatible } from './adapters/openai-compatible.ts';
import { createOpenAIResponses } from './adapters/openai-responses.ts';
import { createSdkAdapter } from './adapters/sdk/sdk.ts';
import { createVertex } from './adapters/vertex.ts';
import type { ModelBatches } from './contract/batches.ts';
import type { Call, CallOptions, ChatOutcome, ChatRequest } from './contract/chat.ts';
import type { ModelPrice } from './contract/cost.ts';
import type { Embed } from './contract/embedding.ts';
import type { Command, Endpoint } from './contract/endpoint.ts';
import type { CallFailure } from './contract/failure.ts';
import { applyQuirks, type ModelQuirks, withQuirks } from './contract/quirks.ts';
import { ALL_SERVING_ACCEPTED, acceptedServing, type Serving } from './contract/serving.ts';
import {
  type Address,
  type Admission,
  type CompiledAddress,
  type CompiledEndpoint,
  type CompiledExchange,
  compileAddress,
  compileCommand,
  compileEndpoint,
} from './endpoint/compile-endpoint.ts';
import { COMMAND_SHAPE, endpointShapeProblems } from './endpoint/endpoint-shape.ts';
import { itemFieldsIn, missingFieldsFailure } from './endpoint/placeholders.ts';
import { type Ceilings, type ConfiguredLimits, createCeilings } from './limits/ceilings.ts';
import {
  createEmbeddingLimiters,
  type EmbedOnce,
  embedOnce,
  embedWithRetries,
} from './limits/embedding-limits.ts';
import type { AccountLimits, Limiter, LimiterState } from './limits/limiter.ts';
import { createLimiterMap } from './limits/limiter-map.ts';
import { callWithRetries } from './limits/retry.ts';
import { withCallEvents, withEmbedEvents } from './model-called.ts';
import { createLessons, type ModelTrial, type TrialOptions, tryModel } from './try-model.ts';

export type { ProviderSettings } from '../platform/config-providers.ts';
export {
  type BatchLine,
  type BatchPrice,
  type BatchRequest,
  BatchUnreadable,
  type ModelBatches,
} from './contract/batches.ts';
export type * from './contract/chat.ts';
export {
  callCost,
  costAtFactor,
  isStandardTier,
  isTierPriced,
  type ModelPrice,
  priceAtTier,
  priceProblem,
} from './contract/cost.ts';
export type { Embed, EmbedAnswer } from './contract/embedding.ts';
export type { Endpoint, TargetSettings } from './contract/endpoint.ts';
export type { CallFailure as ChatFailure } from './contract/failure.ts';
export { isFallbackRoute, isNameOfAskedModel, isNameOfOtherModel } from './contract/model-names.ts';
export {
  CALL_OUTCOMES,
  type CallOutcome,
  callOutcomeOf,
  FAILURE_REASONS,
  type FailureClass,
  type FailureReason,
  failsAllCalls,
  outcomeFailsAllCalls,
  REFUSAL_SCOPES,
  type RefusalScope,
} from './contract/outcome.ts';
export {
  describeQuirks,
  type ModelQuirks,
  sentParameters,
  sentServing,
  withQuirks,
} from './contract/quirks.ts';
export {
  contentFilterNote,
  createReasons,
  type FailureNote,
  failureNote,
  type GroupedReason,
  mergeReasons,
  type Reasons,
} from './contract/reasons.ts';
export {
  PROMPT_CACHE_RETENTIONS,
  REASONING_EFFORTS,
  RESPONSE_FORMATS,
  type ResponseFormat,
  SERVICE_TIERS,
  type Serving,
} from './contract/serving.ts';
export { type Ceilings, createCeilings, createSharedCeilings, limitByCeiling } from './limits/ceilings.ts';
export { createLimiter, type Limiter } from './limits/limiter.ts';
export { callWithRetries, DEFAULT_RETRY_POLICY } from './limits/retry.ts';
export { type ModelCall, modelCall, modelCalled } from './model-called.ts';
export { type ModelTrial, otherModelMessage, trialMessage } from './try-model.ts';
export { accountUseProblem };

/** One provider: configured, or the built-in one. `config-providers.ts` reads and checks the configuration. */
type ProviderConfig = ProviderSettings | Baseline;

interface Baseline extends Partial<Omit<ProviderSettings, 'kind'>> {
  name: string;
  kind: 'baseline';
}

/** A provider that somebody added while the service runs. */
export interface AddedProvider {
  settings: ProviderSettings;
  /** Why it cannot be called; null if it can. */
  problem: string | null;
}

/** The origin of a provider: the program, its settings, or somebody who added it. */
export const PROVIDER_SOURCES = ['built_in', 'configuration', 'added'] as const;

interface Entry {
  source: (typeof PROVIDER_SOURCES)[number];
  config: ProviderConfig;
  problem: string | null;
  adapter: Adapter;
}

/** The description of each kind, one sentence. */
export const KIND_DESCRIPTIONS: Record<ProviderConfig['kind'], string> = {
  baseline: 'Small built-in programs that respond without a network: a lower bound for every benchmark.',
  'openai-compatible': 'A server that speaks the OpenAI chat completions protocol.',
  openai: 'OpenAI’s own API.',
  'openai-responses': 'OpenAI’s responses API, also of other servers that speak it.',
  anthropic: 'Anthropic’s own API.',
  google: 'Google’s Gemini API.',
  mistral: 'Mistral’s own API.',
  cohere: 'Cohere’s own API.',
  bedrock: 'Amazon Bedrock, by its Converse API.',
  vertex: 'Gemini at Google Cloud (Vertex AI).',
  azure: 'Azure OpenAI, by its v1 API, with a key or an application of Entra ID.',
  http: 'An application that is called over HTTP with a request template.',
  command: 'A program that is started for each request.',
};

/** A provider in the form of `GET /providers`, without secrets. */
export interface ProviderInfo {
  name: string;
  kind: ProviderConfig['kind'];
  description: string;
  source: Entry['source'];
  /** Why it cannot be called; null if it can. */
  problem: string | null;
  /** Origin and path only. Null if it needs no network. */
  base_url: string | null;
  models: { id: string; description: string | null; price: ModelPrice | null }[];
  /** Whether unlisted model ids are passed on to the server. */
  accepts_other_models: boolean;
  max_concurrency: number | null;
  requests_per_minute: number | null;
  /** The batch price; absent if the provider has no batches. */
  batches?: { price_factor: number; source: string | null; as_of: string | null };
}

/** The common fields of chat and embedding connections. */
export interface Connection {
  provider: string;
  modelId: string;
  /** Equal for connections with the same server and account, so that they share a limiter. Reveals no key. */
  connectionKey: string;
  maxConcurrency?: number;
  requestsPerMinute?: number;
  price?: ModelPrice;
  /** Other names by which the server may refer to the model, according to the operator. */
  answersAs?: readonly string[];
}

/** One model of one provider, ready to be called. */
export interface ModelConnection extends Connection {
  call: Call;
  /** What the model does not accept, for `describeQuirks`; `call` applies it. */
  quirks: ModelQuirks;
  /** Absent if the provider has no batches. */
  batches?: ModelBatches;
}

/** One embedding model of one provider, ready to embed. */
export interface EmbeddingConnection extends Connection {
  /** Uses a limiter of this connection and retries; `timeoutMs` is the time limit of one attempt. */
  embed: Embed;
  /**
   * One attempt without retries, for a caller that waits: does not wait behind calls of `embed`, within the limits of
   * the account.
   */
  embedOnce: EmbedOnce;
  /** Maximum number of texts in one call of `embed`. */
  maxTexts: number;
}

/** What is wrong with the form of an address, by JSON pointer, whether or not this service may call it. */
export function addressFormProblems(address: Address): readonly FieldError[] {
  const compiled = compileAddress(address, null);
  return Array.isArray(compiled) ? compiled : [];
}

/** The target of a call: a model of a provider, or the application that an endpoint describes. */
export interface AskedTarget {
  provider: string;
  modelId: string;
  quirks?: ModelQuirks;
  endpoint?: Endpoint;
  serving?: Serving;
}

export interface PostOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  /** The subject of messages about failures. */
  who: string;
}

export type PostOutcome = { ok: true; value: unknown } | CallFailure;

/** The result of one request to an endpoint, for people who configure it. */
export interface EndpointTrial {
  exchange: Exchange;
  outcome: ChatOutcome;
}

export interface Models {
  list(): ProviderInfo[];
  /**
   * Replaces the added providers. An unchanged provider keeps its connections, and so does everything resolved before.
   * A name in the configuration always refers to the configured provider.
   */
  replaceAdded(added: readonly AddedProvider[]): void;
  /**
   * Added providers in their last form, and removed ones that something resolved earlier still uses: for threads that
   * have models of their own, whose runs finish after a provider was removed.
   */
  added(): readonly AddedProvider[];
  /** Requests a provider's list of models, outside of its limits. Throws `provider_not_configured`. */
  listModels(provider: string, signal: AbortSignal): Promise<ListedModels>;
  /**
   * `quirks` are the catalogue's facts about the model. Throws `provider_not_configured` (422), whose detail names what
   * would be accepted.
   */
  resolve(provider: string, modelId: string, quirks?: ModelQuirks): ModelConnection;
  /** Resolves any target. Throws `impossible` (422) for an endpoint that cannot be called here. */
  resolveTarget(target: AskedTarget): ModelConnection;
  /**
   * The fields that its request uses of every item, and the sentence for an item that lacks some; null if it uses none.
   */
  endpointNeeds(endpoint: Endpoint): {
    fields: readonly string[];
    /** Whether its request uses the passages to answer from. */
    takesPassages: boolean;
    problem(fields: Readonly<Record<string, string>>): string | null;
  };
  /** What is wrong with an endpoint, by JSON pointer, including hosts and secrets that are not allowed. */
  endpointProblems(endpoint: Endpoint): readonly FieldError[];
  /** What is wrong with an address, by JSON pointer, including hosts and secrets that are not allowed. */
  addressProblems(address: Address): readonly FieldError[];
  /**
   * Posts JSON and reads JSON, with retries within `timeoutMs`, counted from the first attempt. Throws `impossible` (422)
   * for an address that cannot be called here.
   */
  postJson(address: Address, body: string, options: PostOptions): Promise<PostOutcome>;
  /** Sends one request and returns the exchange on the wire. Throws like `resolveTarget`. */
  tryEndpoint(
    target: AskedTarget & { endpoint: Endpoint },
    request: ChatRequest,
    options: CallOptions,
  ): Promise<EndpointTrial>;
  /**
   * Calls once as a run would, and learns which parameters are not accepted. What it learns is used at once, and for
   * later calls to this account and model. Throws like `resolveTarget`, and rejects with the signal's reason.
   */
  tryModel(target: AskedTarget, request: ChatRequest, options: TrialOptions): Promise<ModelTrial>;
  /** Resolves an embedding model. Also throws if the kind of provider has none. */
  resolveEmbedding(provider: string, modelId: string): EmbeddingConnection;
  /** The shared limiter of an account over all processes; null if it needs no network. */
  ceiling(connection: ConfiguredLimits): Limiter | null;
  /** The accounts that this process called; applications that users named appear as `endpoint`. */
  accounts(): { provider: string; state: LimiterState }[];
  /** Prevents other processes from calling an account during a measurement; see `Ceilings.reserveAccount`. */
  reserveAccount: Ceilings['reserveAccount'];
  /** Returns what is leased and closes idle connections. */
  stop(): Promise<void>;
}

/** Maximum calls in flight to an account without configured limits. */
const CALLS_PER_ACCOUNT = 200;
/** Maximum calls in flight to one address of `postJson`. */
const POSTS_PER_ADDRESS = 32;
const BASELINE: Baseline = { name: 'baseline', kind: 'baseline' };

/**
 * The configured model providers; `baseline` is always among them. Opens nothing and loads no provider package until
 * the first call.
 */
export function createModels({
  providers,
  targets = NOTHING_ADMITTED,
  ceilings = createCeilings({ callsPerAccount: CALLS_PER_ACCOUNT }),
  log,
}: {
  providers: readonly ProviderSettings[];
  /** Hosts that endpoints of stacks may connect to; default: none. */
  targets?: Admission;
  /** The limits shared by all users of an account; default: in this process's memory. */
  ceilings?: Ceilings;
  log: Log;
}): Models {
  const entries = new Map<string, Entry>();
  for (const config of [BASELINE, ...providers]) {
    const source = config === BASELINE ? 'built_in' : 'configuration';
    const problem = config.kind === 'baseline' ? null : accountUseProblem(config);
    entries.set(config.name, { source, config, problem, adapter: createAdapter(config) });
  }
  let added: readonly AddedProvider[] = [];
  /** By name, also after removal, while something that was resolved earlier uses it: its key leaves memory with that. */
  const everAdded = new Map<string, { settings: WeakRef<ProviderSettings>; problem: string | null }>();
  const usedBy = new WeakMap<Call, ProviderConfig>();
  const isHiding = ({ name, source }: ProviderInfo) =>
    source !== 'added' && added.some(({ settings }) => settings.name === name);
  /** Connections of providers that were changed or removed: what was resolved earlier may still use them. */
  const replaced = new Set<WeakRef<Adapter>>();
  const endpoints = createEndpoints(targets);
  const isHere = ({ connectionKey }: ConfiguredLimits) => connectionKey === BASELINE.name;
  const called = createLimiterMap<Limiter>();
  let limits = limitsByAccount(entries.values());
  /** The current configured limits, which may have changed since the connection was resolved. */
  const withLimits = ({ connectionKey, maxConcurrency, requestsPerMinute }: ConfiguredLimits) => ({
    connectionKey,
    ...(limits.get(connectionKey) ?? { maxConcurrency, requestsPerMinute }),
  });
  const ceiling = (connection: ConfiguredLimits) => {
    if (isHere(connection)) return null;
    return called.of(connection.connectionKey, () => ceilings.of(withLimits(connection)));
  };
  const limiterOf = createEmbeddingLimiters(ceiling);
  log.debug({ providers: [...entries.keys()] }, 'model providers configured');

  function findProvider(provider: string): Entry {
    const entry = entries.get(provider);
    if (entry === undefined) throw unknownProvider(provider, [...entries.keys()]);
    if (entry.problem !== null) throw unusable(provider, entry.problem);
    return entry;
  }

  function find(provider: string, modelId: string) {
    const entry = findProvider(provider);
    const accepted = acceptedModels(entry.config);
    if (modelId === '' || (accepted !== null && !accepted.includes(modelId))) {
      throw unknownModel(provider, modelId, accepted);
    }
    return entry;
  }

  function compile(endpoint: Endpoint): CompiledEndpoint {
    const compiled = compileEndpoint(endpoint, targets);
    if (Array.isArray(compiled)) throw impossibleFields('The endpoint cannot be called', compiled);
    return compiled as CompiledEndpoint;
  }

  async function postJson(
    address: Address,
    body: string,
    { timeoutMs, signal, who }: PostOptions,
  ): Promise<PostOutcome> {
    const compiled = compileAddress(address, targets);
    if (Array.isArray(compiled)) throw impossibleFields('The address cannot be called', compiled);
    const called = compiled as CompiledAddress;
    const limiter = ceiling({ connectionKey: addressKey(called), maxConcurrency: POSTS_PER_ADDRESS });
    const aborted = signal && { signal };
    const { outcome } = await callWithRetries(
      (leftMs) => endpoints.postJson(called, body, { timeoutMs: leftMs, ...aborted }, who),
      { limiter: limiter as Limiter, withinMs: timeoutMs, seed: body, ...aborted },
    );
    return outcome;
  }

  function resolve(
    provider: string,
    modelId: string,
    { serving: taken, ...known }: ModelQuirks = {},
  ): ModelConnection {
    const { config, adapter } = find(provider, modelId);
    // Models that refuse a temperature also refuse top_p, because both change the sampling.
    const refused = known.acceptsTemperature === false && { top_p: false };
    const serving = { ...acceptedServing(config.kind, modelId), ...refused, ...taken };
    const quirks = { serving, ...KIND_QUIRKS[config.kind], ...known, ...adapter.quirks };
    const connection = toConnection(config, modelId);
    const callOnce = withCallEvents(adapter.connect(modelId, quirks), connection);
    const call: Call = (request, options) => callOnce(applyQuirks(request, quirks), options);
    usedBy.set(call, config);
    return {
      ...connection,
      quirks,
      call,
      ...(adapter.batches && { batches: batchesOfModel(adapter.batches, modelId, quirks) }),
    };
  }

  function resolveTarget({ provider, modelId, quirks, endpoint }: AskedTarget): ModelConnection {
    if (endpoint === undefined) return resolve(provider, modelId, quirks);
    const compiled = compile(endpoint);
    const own = quirksOf(compiled);
    const price = entries.get(provider)?.config.prices?.[modelId];
    const call = withCallEvents(endpoints.connect(compiled, modelId), {
      provider: ENDPOINT,
      modelId,
      price,
    });
    return {
      provider,
      modelId,
      connectionKey: endpointKey(compiled),
      ...(price && { price }),
      quirks: own,
      call: (request, options) => call(applyQuirks(request, own), options),
    };
  }

  const lessons = createLessons();

  return {
    list: () =>
      [...entries.values()].map((entry) => {
        const info = toInfo(entry);
        return isHiding(info) ? { ...info, problem: hidesAdded(info.name) } : info;
      }),
    replaceAdded(next) {
      const before = new Map([...entries].filter(([, { source }]) => source === 'added'));
      for (const name of before.keys()) entries.delete(name);
      for (const { settings: config, problem: found } of next) {
        if (entries.has(config.name)) continue;
        const last = before.get(config.name);
        const problem = found ?? accountUseProblem(config);
        const isSame =
          last !== undefined &&
          JSON.stringify([last.config, last.problem]) === JSON.stringify([config, problem]);
        if (isSame) before.delete(config.name);
        const entry: Entry = isSame
          ? last
          : { source: 'added', config, problem, adapter: createAdapter(config) };
        entries.set(config.name, entry);
        everAdded.set(config.name, {
          settings: new WeakRef(entry.config as ProviderSettings),
          problem: found,
        });
      }
      // Unused ones are garbage collected; their idle connections time out.
      for (const one of replaced) if (one.deref() === undefined) replaced.delete(one);
      for (const { adapter } of before.values()) replaced.add(new WeakRef(adapter));
      limits = limitsByAccount(entries.values());
      for (const [key] of called.all()) if (limits.has(key)) ceilings.of(withLimits({ connectionKey: key }));
      added = next;
    },
    added: () =>
      [...everAdded.values()].flatMap(({ settings: used, problem }) => {
        const settings = used.deref();
        return settings === undefined ? [] : [{ settings, problem }];
      }),
    async listModels(provider, signal) {
      const { config } = findProvider(provider);
      return listModels(config, signal);
    },
    resolve,
    resolveTarget,
    tryModel: (target, request, options) =>
      tryModel(
        (learned) => resolveTarget({ ...target, quirks: withQuirks(target.quirks ?? {}, learned) }),
        target.endpoint === undefined ? lessons : null,
        request,
        options,
      ),
    endpointNeeds(endpoint) {
      const { names } = compile(endpoint).template;
      const needed = itemFieldsIn(names);
      return {
        fields: needed,
        takesPassages: names.includes('passages'),
        problem(fields) {
          const missing = new Set(needed.filter((name) => !Object.hasOwn(fields, name)));
          return missing.size === 0 ? null : missingFieldsFailure(missing, fields);
        },
      };
    },
    endpointProblems(endpoint) {
      const compiled = compileEndpoint(endpoint, targets);
      return Array.isArray(compiled) ? compiled : [];
    },
    addressProblems(address) {
      const compiled = compileAddress(address, targets);
      return Array.isArray(compiled) ? compiled : [];
    },
    postJson,
    async tryEndpoint({ endpoint, modelId }, request, options) {
      const seen: Exchange[] = [];
      const call = endpoints.connect(compile(endpoint), modelId, (exchange) => void seen.push(exchange));
      const outcome = await call(request, options);
      return { outcome, exchange: seen[0] as Exchange };
    },
    resolveEmbedding(provider, modelId) {
      const { config, adapter } = find(provider, modelId);
      const embed = adapter.connectEmbedding(modelId);
      if (embed === null) throw noEmbeddings(config);
      const connection = toConnection(config, modelId);
      const told = withEmbedEvents(embed, connection);
      const limiter = limiterOf(connection);
      return {
        ...connection,
        embed: embedWithRetries(told, limiter, modelId),
        embedOnce: embedOnce(told, ceiling(connection) ?? limiter),
        maxTexts: adapter.maxTextsOf?.(modelId) ?? adapter.maxTexts,
      };
    },
    ceiling,
    accounts() {
      const names = new Map([...entries.values()].map(({ config }) => [connectionKey(config), config.name]));
      return called.all().map(([key, limiter]) => ({
        provider: names.get(key) ?? ENDPOINT,
        state: limiter.state(),
      }));
    },
    reserveAccount: (connection, ...how) =>
      isHere(connection)
        ? Promise.resolve(() => ({ wasAlone: true }))
        : ceilings.reserveAccount(withLimits(connection), ...how),
    async stop() {
      await ceilings.stop();
      const adapters = [
        ...Array.from(replaced).flatMap((one) => one.deref() ?? []),
        ...Array.from(entries.values(), ({ adapter }) => adapter),
      ];
      await Promise.all([endpoints.stop(), ...adapters.map((adapter) => adapter.stop())]);
    },
  };
}

/** Whether another party is called, which may not respond. */
export const needsNetwork = ({ provider, endpoint }: AskedTarget) =>
  endpoint !== undefined || provider !== BASELINE.name;

/** The name under which calls to applications are counted: users name them, so their names are unbounded. */
const ENDPOINT = 'endpoint';
const NOTHING_ADMITTED: Admission = { allowHosts: [], secrets: [], allowsLoopback: () => false };

/** The fields of a request that the template of an endpoint does not use. */
function quirksOf({ template: { names } }: CompiledExchange): ModelQuirks {
  return {
    acceptsTemperature: names.includes('temperature'),
    acceptsSeed: names.includes('seed'),
    acceptsMaxTokens: names.includes('max_tokens'),
    readsSystem: names.includes('system') || names.includes('messages'),
    serving: Object.fromEntries(
      Object.entries(ALL_SERVING_ACCEPTED).filter(([name]) => names.includes(name)),
    ),
  };
}

function createAdapter(config: ProviderConfig): Adapter {
  const { kind } = config;
  if (kind === 'baseline') return createBaseline();
  if (kind === 'http') return createHttpProvider(config);
  if (kind === 'command') return createCommandProvider(config);
  const account = { ...config, ...accountOf(config) };
  if (kind === 'openai-compatible' || kind === 'azure') return createOpenAICompatible(account);
  if (kind === 'openai-responses') return createOpenAIResponses(account);
  if (kind === 'cohere') return createCohere(account);
  if (kind === 'bedrock') return createBedrock(account);
  if (kind === 'vertex') return createVertex(account);
  return createSdkAdapter(account, SDK_KINDS[kind]);
}

/** An application that the operator configured: its host and secrets are always allowed. */
function createHttpProvider({ name, endpoint, secrets = [], allowHttp = false }: ProviderSettings): Adapter {
  const host = hostAndPort(new URL((endpoint as Endpoint).url));
  const admission: Admission = {
    allowHosts: [host],
    secrets: secrets.map((secret) => ({ ...secret, host })),
    allowsHttp: allowHttp,
    allowsLoopback: () => false,
  };
  const problems = endpointShapeProblems(endpoint);
  const compiled = problems.length > 0 ? problems : compileEndpoint(endpoint as Endpoint, admission);
  if (Array.isArray(compiled)) throw misconfiguredError(`The endpoint of the provider ${name}`, compiled);
  const endpoints = createEndpoints(admission);
  return {
    connect: (modelId) => endpoints.connect(compiled as CompiledEndpoint, modelId),
    connectEmbedding: () => null,
    maxTexts: 0,
    quirks: quirksOf(compiled as CompiledEndpoint),
    stop: endpoints.stop,
  };
}

/** A program of the operator; by default as many run at once as there are processors. */
function createCommandProvider({ name, command, ...given }: ProviderSettings): Adapter {
  const problems = endpointShapeProblems(command, COMMAND_SHAPE);
  const hasLimit = (command as Command).memory_mb !== undefined;
  if (hasLimit && !CAN_WATCH_MEMORY)
    problems.push({ pointer: '/memory_mb', detail: 'is supported only on Linux; omit it on this system' });
  const compiled = problems.length > 0 ? problems : compileCommand(command as Command);
  if (Array.isArray(compiled)) throw misconfiguredError(`The command of the provider ${name}`, compiled);
  const exchange = compiled as CompiledExchange;
  return {
    connect: (modelId) => connectCommand(command as Command, exchange, given, modelId),
    connectEmbedding: () => null,
    maxTexts: 0,
    quirks: quirksOf(exchange),
    stop: async () => {},
  };
}

/** Readers of a file's errors see only the sentence, so it names each field. */
const misconfiguredError = (what: string, errors: readonly FieldError[]) =>
  new AppError(
    'impossible',
    `${what}: ${errors.map(({ pointer, detail }) => `${pointer.slice(1) || 'it'} ${detail}`).join('; ')}.`,
    { errors },
  );

/** What no model of a kind accepts: Anthropic's Messages API has no seed, and temperatures up to 1. */
const KIND_QUIRKS: Partial<Record<ProviderConfig['kind'], ModelQuirks>> = {
  anthropic: { acceptsSeed: false, maxTemperature: 1 },
  baseline: { readsSystem: false },
};

const SDK_KINDS = { openai: openAI, anthropic, google, mistral };

/** The only model ids that this provider accepts; null for any. */
function acceptedModels(config: ProviderConfig): string[] | null {
  return config.kind === 'baseline' ? BASELINE_PROGRAMS.map((p) => p.id) : (config.models ?? null);
}

function toInfo({ config, source, problem, adapter: { batches } }: Entry): ProviderInfo {
  const baseline = config.kind === 'baseline';
  const url = URL.parse(config.baseUrl ?? '');
  const ids = acceptedModels(config) ?? Object.keys(config.prices ?? {});
  return {
    name: config.name,
    kind: config.kind,
    description: KIND_DESCRIPTIONS[config.kind],
    source,
    problem,
    base_url: url === null ? null : url.origin + url.pathname,
    models: ids.map((id) => ({
      id,
      description: baseline ? (BASELINE_PROGRAMS.find((p) => p.id === id)?.description ?? null) : null,
      price: config.prices?.[id] ?? null,
    })),
    accepts_other_models: acceptedModels(config) === null,
    max_concurrency: concurrencyOf(config) ?? null,
    requests_per_minute: config.requestsPerMinute ?? null,
    ...(batches && {
      batches: {
        price_factor: batches.price.factor,
        source: batches.price.source,
        as_of: batches.price.asOf,
      },
    }),
  };
}

function toConnection(config: ProviderConfig, modelId: string): Connection {
  const price = config.prices?.[modelId];
  const answersAs = config.answersAs?.[modelId];
  const maxConcurrency = concurrencyOf(config);
  return {
    provider: config.name,
    modelId,
    connectionKey: connectionKey(config),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(config.requestsPerMinute === undefined ? {} : { requestsPerMinute: config.requestsPerMinute }),
    ...(price === undefined ? {} : { price }),
    ...(answersAs === undefined ? {} : { answersAs }),
  };
}

const concurrencyOf = ({ kind, maxConcurrency }: ProviderConfig) =>
  maxConcurrency ?? (kind === 'command' ? availableParallelism() : undefined);

/** The lowest limits that are configured for each account. */
function limitsByAccount(entries: Iterable<Entry>): Map<string, AccountLimits> {
  const limits = new Map<string, AccountLimits>();
  for (const { config } of entries) {
    const key = connectionKey(config);
    const { maxConcurrency, requestsPerMinute } = limits.get(key) ?? {};
    limits.set(key, {
      maxConcurrency: lower(maxConcurrency, concurrencyOf(config)),
      requestsPerMinute: lower(requestsPerMinute, config.requestsPerMinute),
    });
  }
  return limits;
}

const lower = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

function connectionKey(config: ProviderConfig): string {
  if (config.kind === 'baseline') return config.name;
  const account = JSON.stringify([
    config.apiKey ?? null,
    config.headers ?? {},
    ...(config.account ? [config.account] : []),
    ...(config.endpoint || config.command ? [config.endpoint ?? config.command, config.secrets] : []),
  ]);
  return `${config.baseUrl}#${createHash('sha256').update(account).digest('hex').slice(0, 12)}`;
}

function unknownProvider(provider: string, known: string[]): AppError {
  const preset = Object.hasOwn(PROVIDER_PRESETS, provider) ? PROVIDER_PRESETS[provider] : undefined;
  const add =
    preset === undefined
      ? 'Add a provider with its environment variables (such as OPENAI_API_KEY) or in the file of TOUCHSTONE_CONFIG'
      : `Set the environment variable ${preset.baseUrl === undefined ? preset.address : (preset.key ?? preset.address)}`;
  return new AppError(
    'provider_not_configured',
    `No model provider is called "${provider}". Configured: ${known.join(', ')}. ${add}, and restart the service, or add it while the service runs (touchstone providers add); see docs/reference/settings.md#model-providers.`,
  );
}

const hidesAdded = (name: string) =>
  `An added provider is called "${name}" too and is not used. Remove it (touchstone providers remove ${name}, DELETE /providers/${name}), or rename the one of the settings.`;

function unusable(provider: string, problem: string): AppError {
  return new AppError('provider_not_configured', `The provider "${provider}" cannot be called. ${problem}`);
}

function unknownModel(provider: string, modelId: string, accepted: string[] | null): AppError {
  const would = accepted === null ? 'any model id the server knows' : accepted.join(', ');
  return new AppError(
    'provider_not_configured',
    `Provider "${provider}" does not offer the model "${modelId}". Accepted: ${would}.`,
  );
}

function noEmbeddings({ name, kind }: ProviderConfig): AppError {
  return new AppError(
    'provider_not_configured',
    `Provider "${name}" (${kind}) has no embeddings. Use a provider of another kind for them.`,
  );
}

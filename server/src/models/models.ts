import { type FieldError, impossibleFields } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { ProviderSettings } from '../platform/config-providers.ts';
import { accountUseProblem } from './adapters/account.ts';
import type { Adapter } from './adapters/adapter.ts';
import { batchesOfModel } from './adapters/batches/batches-of-model.ts';
import { addressKey, createEndpoints, type Exchange, endpointKey } from './adapters/http-endpoint.ts';
import { type ListedModels, listModels } from './adapters/list-models.ts';
import { type Connection, connectionKey, limitsByAccount, toConnection } from './connections/connection.ts';
import { createAdapter, KIND_QUIRKS, quirksOf } from './connections/create-adapter.ts';
import type { Baseline, Entry, ProviderConfig } from './connections/provider-config.ts';
import {
  hidesAdded,
  noEmbeddings,
  unknownModel,
  unknownProvider,
  unusable,
} from './connections/provider-errors.ts';
import { acceptedModels, type ProviderInfo, toInfo } from './connections/provider-info.ts';
import type { ModelBatches } from './contract/batches.ts';
import type { Call, CallOptions, ChatOutcome, ChatRequest } from './contract/chat.ts';
import type { Embed } from './contract/embedding.ts';
import type { Endpoint } from './contract/endpoint.ts';
import type { CallFailure } from './contract/failure.ts';
import { applyQuirks, type ModelQuirks, withQuirks } from './contract/quirks.ts';
import { acceptedServing, type Serving } from './contract/serving.ts';
import {
  type Address,
  type Admission,
  type CompiledAddress,
  type CompiledEndpoint,
  compileAddress,
  compileEndpoint,
} from './endpoint/compile-endpoint.ts';
import { itemFieldsIn, missingFieldsFailure } from './endpoint/placeholders.ts';
import { type Ceilings, type ConfiguredLimits, createCeilings } from './limits/ceilings.ts';
import {
  createEmbeddingLimiters,
  type EmbedOnce,
  embedOnce,
  embedWithRetries,
} from './limits/embedding-limits.ts';
import type { Limiter, LimiterState } from './limits/limiter.ts';
import { createLimiterMap } from './limits/limiter-map.ts';
import { callWithRetries } from './limits/retry.ts';
import { withCallEvents, withEmbedEvents } from './model-called.ts';
import { createLessons, type ModelTrial, type TrialOptions, tryModel } from './try-model.ts';

export type { ProviderSettings } from '../platform/config-providers.ts';
export type { Connection } from './connections/connection.ts';
export { PROVIDER_SOURCES } from './connections/provider-config.ts';
export { KIND_DESCRIPTIONS, type ProviderInfo } from './connections/provider-info.ts';
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

/** A provider that somebody added while the service runs. */
export interface AddedProvider {
  settings: ProviderSettings;
  /** Why it cannot be called; null if it can. */
  problem: string | null;
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
      const model = adapter.connectEmbedding(modelId);
      if (model === null) throw noEmbeddings(config);
      const connection = toConnection(config, modelId);
      const told = withEmbedEvents(model.embed, connection);
      const limiter = limiterOf(connection);
      return {
        ...connection,
        embed: embedWithRetries(told, limiter, modelId),
        embedOnce: embedOnce(told, ceiling(connection) ?? limiter),
        maxTexts: model.maxTexts,
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

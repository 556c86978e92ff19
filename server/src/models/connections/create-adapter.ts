import { hostAndPort } from '../../kernel/address-guard.ts';
import { AppError, type FieldError } from '../../kernel/errors.ts';
import { CAN_WATCH_MEMORY } from '../../kernel/watch-memory.ts';
import type { ProviderSettings } from '../../platform/config-providers.ts';
import { accountOf } from '../adapters/account.ts';
import type { Adapter } from '../adapters/adapter.ts';
import { anthropic } from '../adapters/anthropic.ts';
import { createBaseline } from '../adapters/baseline.ts';
import { createBedrock } from '../adapters/bedrock.ts';
import { createCohere } from '../adapters/cohere.ts';
import { connectCommand } from '../adapters/command/command.ts';
import { google } from '../adapters/google.ts';
import { createEndpoints } from '../adapters/http-endpoint.ts';
import { mistral } from '../adapters/mistral.ts';
import { openAI } from '../adapters/openai.ts';
import { createOpenAICompatible } from '../adapters/openai-compatible.ts';
import { createOpenAIResponses } from '../adapters/openai-responses.ts';
import { createSdkAdapter } from '../adapters/sdk/sdk.ts';
import { createVertex } from '../adapters/vertex.ts';
import type { Command, Endpoint } from '../contract/endpoint.ts';
import type { ModelQuirks } from '../contract/quirks.ts';
import { ALL_SERVING_ACCEPTED } from '../contract/serving.ts';
import {
  type Admission,
  type CompiledEndpoint,
  type CompiledExchange,
  compileCommand,
  compileEndpoint,
} from '../endpoint/compile-endpoint.ts';
import { COMMAND_SHAPE, endpointShapeProblems } from '../endpoint/endpoint-shape.ts';
import type { ProviderConfig } from './provider-config.ts';

/** The fields of a request that the template of an endpoint does not use. */
export function quirksOf({ template: { names } }: CompiledExchange): ModelQuirks {
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

export function createAdapter(config: ProviderConfig): Adapter {
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
export const KIND_QUIRKS: Partial<Record<ProviderConfig['kind'], ModelQuirks>> = {
  anthropic: { acceptsSeed: false, maxTemperature: 1 },
  baseline: { readsSystem: false },
};

const SDK_KINDS = { openai: openAI, anthropic, google, mistral };

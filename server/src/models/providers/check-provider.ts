import { isObject, parseJson } from '../../kernel/json.ts';
import { type Picodollars, toUsdNumber } from '../../kernel/money.ts';
import {
  type ChatRequest,
  type Connection,
  callCost,
  type ModelPrice,
  type Models,
  type ModelTrial,
  trialMessage,
} from '../models.ts';
import { priceOf } from '../provider-schemas.ts';
import type { CheckedModel, Finding, ProviderCheck } from './provider-input.ts';

const WITHIN_MS = 30_000;
/** The token limit: a model that reasons first needs some tokens before its first word. */
const MOST_TOKENS = 1000;
const SHOWN_IDS = 200;

const SCHEMA = {
  type: 'object',
  properties: { capital: { type: 'string' } },
  required: ['capital'],
  additionalProperties: false,
} as const;
const TOOL = {
  name: 'report_capital',
  description: 'Reports the capital of a country.',
  parameters: SCHEMA,
};

/** The price of a model in force, and its source: `provider` for the provider's own; null if unknown. */
export type PriceOf = (connection: Connection) => Promise<{ price: ModelPrice; source: string } | null>;

export interface CheckOptions {
  models: Models;
  priceOf: PriceOf;
}

/** Requests a provider's models and tests the capabilities of one. Throws `provider_not_configured`. */
export async function checkProvider(
  { models, priceOf }: CheckOptions,
  provider: string,
  modelId: string | undefined,
  signal: AbortSignal,
): Promise<ProviderCheck> {
  // Refuses before any request is sent.
  if (modelId !== undefined) models.resolve(provider, modelId);
  const [listed, model] = await Promise.all([
    models.listModels(provider, signal),
    modelId === undefined ? null : checkModel(models, priceOf, { provider, modelId }, signal),
  ]);
  return {
    provider,
    models: {
      listed: listed.ok ? yes() : no(listed.message),
      count: listed.ok ? listed.ids.length : null,
      has_more: listed.ok && listed.hasMore,
      ids: listed.ok ? listed.ids.slice(0, SHOWN_IDS) : [],
    },
    model,
  };
}

async function checkModel(
  models: Models,
  priceInForceOf: PriceOf,
  target: { provider: string; modelId: string },
  signal: AbortSignal,
): Promise<CheckedModel> {
  const connection = models.resolve(target.provider, target.modelId);
  const ask = (request: Omit<ChatRequest, 'messages'> & { question: string }) => {
    const { question, ...rest } = request;
    const messages = [{ role: 'user' as const, content: question }];
    return models.tryModel(
      target,
      { messages, maxTokens: MOST_TOKENS, ...rest },
      {
        signal,
        withinMs: WITHIN_MS,
        readOnMs: WITHIN_MS,
        async within(call, either) {
          const place = await models.ceiling(connection)?.acquire(either);
          return call().finally(() => place?.release());
        },
      },
    );
  };
  const first = await ask({ question: 'What is the capital of France? Reply with one word.' });
  const responds = respondsOf(first);
  const others =
    responds.works === 'yes'
      ? await Promise.all([
          ask({ question: 'What is the capital of Italy? Reply with one word.', seed: 7 }),
          ask({
            question: 'What is the capital of Spain? Reply in JSON.',
            serving: {
              response_format: { type: 'json_schema', schema: SCHEMA, name: 'capital', strict: true },
            },
          }),
          ask({
            question: 'Report the capital of Norway by calling the tool report_capital.',
            tools: [TOOL],
          }),
        ])
      : null;
  const [seed, json, tools] = others ?? [];
  const known = await priceInForceOf(connection);
  return {
    model_id: target.modelId,
    responds,
    streams: streamsOf(first, responds),
    seed: seed === undefined ? unknown() : seedOf(seed),
    json_schema: json === undefined ? unknown() : jsonOf(json),
    tools: tools === undefined ? unknown() : toolsOf(tools),
    returned_model: first.returnedModel,
    first_token_ms: first.firstTokenMs,
    latency_ms: responds.works === 'yes' ? first.latencyMs : null,
    price: known && priceOf(known.price),
    price_source: known?.source ?? null,
    cost_usd: costOfAll([first, ...(others ?? [])], known?.price),
  };
}

const yes = (detail: string | null = null): Finding => ({ works: 'yes', detail });
const no = (detail: string): Finding => ({ works: 'no', detail });
const unknown = (detail: string | null = null): Finding => ({ works: 'unknown', detail });

function respondsOf(trial: ModelTrial): Finding {
  const why = trialMessage(trial, WITHIN_MS);
  if (why === null) return yes(trial.lessons.join('; ') || null);
  if (trial.status === 'other_model') return yes(why);
  return trial.status === 'refused' ? no(why) : unknown(why);
}

function streamsOf({ firstTokenMs }: ModelTrial, responds: Finding): Finding {
  if (responds.works !== 'yes') return unknown();
  return firstTokenMs === null ? no('The provider returned the response as a whole.') : yes();
}

/** The finding from a failed trial of a capability; null if it succeeded. */
function withoutAnswer(trial: ModelTrial): Finding | null {
  const why = trialMessage(trial, WITHIN_MS);
  if (why === null || trial.status === 'other_model') return null;
  return trial.status === 'refused' || trial.failure?.class === 'deterministic' ? no(why) : unknown(why);
}

function seedOf(trial: ModelTrial): Finding {
  return withoutAnswer(trial) ?? ('seed' in trial.parameters ? yes() : no('The provider accepts no seed.'));
}

function jsonOf(trial: ModelTrial): Finding {
  const failed = withoutAnswer(trial);
  if (failed !== null) return failed;
  if (!('response_format' in trial.parameters)) return no('The provider accepts no JSON schema.');
  if (trial.answer === null) return unknown();
  const value = parseJson(trial.answer.text);
  const follows = isObject(value) && Object.keys(value).length === 1 && typeof value.capital === 'string';
  return follows ? yes() : no('The schema was sent, and the response did not follow it.');
}

function toolsOf(trial: ModelTrial): Finding {
  const failed = withoutAnswer(trial);
  if (failed !== null) return failed;
  if (trial.answer === null) return unknown();
  const called = trial.answer.toolCalls?.some(({ name }) => name === TOOL.name) === true;
  return called ? yes() : no('The tool was offered, and the model did not call it.');
}

/** Null if a price is unknown or the provider counted no tokens. */
function costOfAll(trials: readonly ModelTrial[], price: ModelPrice | undefined): number | null {
  let sum: Picodollars = 0n;
  for (const { answer, usage, status } of trials) {
    if (status === 'refused') continue;
    const cost = answer?.cost ?? (price ? callCost(usage, price) : null);
    if (cost === null) return null;
    sum += cost;
  }
  return toUsdNumber(sum);
}

import { toUsdNumber } from '../../../kernel/money.ts';
import { sanitizeText } from '../../../kernel/sanitize-text.ts';
import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import type { GradedAnswer } from '../../../measure/graders/graders.ts';
import {
  type BatchPrice,
  type ChatAnswer,
  type ChatFailure,
  type ChatMessage,
  type ChatRequest,
  callCost,
  callOutcomeOf,
  costAtFactor,
  type FailureNote,
  failureNote,
  type ModelPrice,
} from '../../../models/models.ts';
import { itemFields } from '../plan/item-fields.ts';
import { type Plan, type PlannedTarget, sentSeed, type Unit } from '../plan/plan.ts';
import {
  type AnswerParts,
  type AnswerRow,
  type KeptFailure,
  type NewSample,
  parseAnswerParts,
  UNGRADED_VALUES,
} from '../stores/sample-store.ts';
import type { SharedAnswer } from '../stores/shared-answer-store.ts';

/** The request to a target for an item. Each epoch adds one to a seed, so that repetitions differ. */
export function requestForItem(
  target: PlannedTarget,
  item: Pick<Item, 'input' | 'metadata' | 'fields' | 'tools' | 'responseFormat'>,
  plan: Pick<Plan, 'methodology' | 'sendsNoSeed'>,
  { epoch }: Pick<Unit, 'epoch'>,
): ChatRequest {
  const serving = servingOf(target, item);
  const seed = sentSeed(plan, target);
  return {
    messages: withSystem(target, item.input),
    ...(seed !== undefined && { seed: seed + epoch }),
    ...(item.tools && { tools: item.tools }),
    ...(target.endpoint && { fields: itemFields(item) }),
    ...(target.temperature !== undefined && { temperature: target.temperature }),
    ...(target.maxTokens !== undefined && { maxTokens: target.maxTokens }),
    ...(serving && { serving }),
  };
}

/** The serving options of a target for an item, whose response format takes precedence. */
function servingOf({ serving }: PlannedTarget, { responseFormat }: Pick<Item, 'responseFormat'>) {
  if (responseFormat === undefined) return serving;
  const { response_format: _, ...others } = serving ?? {};
  return { ...others, ...(responseFormat && { response_format: responseFormat }) };
}

/** The target's system text comes first; a system message of the item follows after a blank line. */
export function withSystem<M extends ChatMessage>(
  { system }: Pick<PlannedTarget, 'system'>,
  messages: readonly M[],
): readonly (M | ChatMessage)[] {
  if (system === undefined) return messages;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${system}\n\n${first.content}` }, ...rest]
    : [{ role: 'system', content: system }, ...messages];
}

/** The ledger row of a unit without results. */
export function blankSample({ against: _, ...unit }: Unit, attempts: number, now: number): NewSample {
  return {
    ...unit,
    ...UNGRADED_VALUES,
    failure_json: null,
    answer: null,
    reasoning: null,
    finish_reason: null,
    answer_parts_json: null,
    returned_model: null,
    input_tokens: null,
    output_tokens: null,
    cached_tokens: null,
    cost: null,
    latency_ms: null,
    attempts,
    created_at: now,
    request_key: null,
    answer_of: null,
  };
}

/** How a unit was sent, apart from the response. */
export interface AskedUnit {
  attempts: number;
  now: number;
  price: ModelPrice | undefined;
  /** The key of the response in the response cache; null if it must not be shared. */
  requestKey: string | null;
  /** Present if the response came from a batch: its price factor. Such a response has no latency. */
  inBatch?: BatchPrice;
}

/** The ledger row of a response that is not graded yet. */
export function answeredSample(unit: Unit, answer: ChatAnswer, asked: AskedUnit): NewSample {
  const full = asked.price ? callCost(answer.usage, asked.price) : null;
  const cost = answer.cost ?? (full === null ? null : costAtFactor(full, asked.inBatch?.factor ?? 1));
  return {
    ...blankSample(unit, asked.attempts, asked.now),
    answer: sanitizeText(answer.text),
    reasoning: answer.reasoning === null ? null : sanitizeText(answer.reasoning),
    finish_reason: answer.finishReason,
    answer_parts_json: partsJson(answer),
    returned_model: answer.returnedModel === null ? null : sanitizeText(answer.returnedModel),
    input_tokens: answer.usage.input_tokens,
    output_tokens: answer.usage.output_tokens,
    cached_tokens: answer.usage.cached_tokens,
    cost: cost === null ? null : Number(cost),
    latency_ms: asked.inBatch ? null : Math.round(answer.latencyMs * 1000) / 1000,
    request_key: asked.requestKey,
  };
}

/** The ledger row of a unit that shares the response of an identical request. It took no time. */
export function sharedSample(unit: Unit, shared: SharedAnswer, now: number): NewSample {
  return { ...blankSample(unit, 0, now), ...shared };
}

export function failedSample(unit: Unit, failure: ChatFailure, attempts: number, now: number): NewSample {
  return {
    ...blankSample(unit, attempts, now),
    state: 'failed',
    outcome: 'failed',
    reason: failure.class,
    ...toKeptFailure(failureNote(failure)),
    input_tokens: failure.usage?.input_tokens ?? null,
    output_tokens: failure.usage?.output_tokens ?? null,
  };
}

/** Cost of a failed call in 10⁻¹² USD; null if the server counted no tokens, or without a price. */
export function costOfFailure({ usage }: ChatFailure, price: ModelPrice | undefined): number | null {
  const cost = usage && price ? callCost(usage, price) : null;
  return cost === null ? null : Number(cost);
}

/** Columns that record why a call got no response. */
export function toKeptFailure({
  message,
  ...note
}: FailureNote): Pick<NewSample, 'message' | 'failure_json'> {
  const kept: KeptFailure = {
    outcome: note.outcome,
    cause: note.cause,
    ...(note.scope && { scope: note.scope }),
    ...(note.request_id !== undefined && { request_id: sanitizeText(note.request_id) }),
  };
  return { message: sanitizeText(message), failure_json: JSON.stringify(kept) };
}

/** A stored response as graders read it, with the chunks that it is based on, if any. */
export interface KeptAnswer extends GradedAnswer {
  passages?: NonNullable<AnswerParts['passages']>;
}

export function answerFromRow(row: AnswerRow): KeptAnswer {
  const { tool_calls, passages } = parseAnswerParts(row);
  return {
    text: row.answer ?? '',
    reasoning: row.reasoning,
    finishReason: (row.finish_reason ?? 'other') as GradedAnswer['finishReason'],
    latencyMs: row.latency_ms,
    costUsd: row.cost === null ? null : toUsdNumber(BigInt(row.cost)),
    ...(tool_calls && { toolCalls: tool_calls }),
    ...(passages && { passages }),
  };
}

/** Who responded, as named by the server, in the order in which `parsePartsHead` reads it. */
function responder({ fingerprint, route, usage }: ChatAnswer): AnswerParts {
  const { service_tier } = usage;
  return {
    ...(fingerprint && { system_fingerprint: fingerprint }),
    ...(route && { route }),
    ...(service_tier && { service_tier }),
  };
}

/** Who gave the last response of a conversation, as its sample stores it; null if the server names nobody. */
export function responderJson(answer: ChatAnswer | null): string | null {
  return answer && toPartsJson(responder(answer));
}

const toPartsJson = (parts: AnswerParts) =>
  Object.keys(parts).length === 0 ? null : sanitizeText(JSON.stringify(parts));

function partsJson(answer: ChatAnswer): string | null {
  const { toolCalls, passages } = answer;
  const filter = callOutcomeOf(answer) === 'filtered' && answer.finishDetail;
  const parts: AnswerParts = {
    ...responder(answer),
    ...(filter && { filter }),
    ...(toolCalls && {
      tool_calls: toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args })),
    }),
    ...(passages && { passages: passages.map(({ id, text }) => ({ id, text })) }),
  };
  return toPartsJson(parts);
}

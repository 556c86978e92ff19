import { newId } from '../kernel/ids.ts';
import {
  type ChatAnswer,
  type ChatFailure,
  type ChatRequest,
  costOf,
  type ModelConnection,
} from '../models/models.ts';
import type { Item } from './benchmarks/benchmarks.ts';
import { type GradeResult, grade } from './graders/graders.ts';
import type { PlannedTarget, Unit } from './plan.ts';
import type { NewSample } from './sample-store.ts';

/** The request a target is sent for an item; the epoch changes the seed, so that repeats are repeats. */
export function requestFor(target: PlannedTarget, item: Item, seed: number): ChatRequest {
  return {
    messages: item.input,
    seed,
    ...(target.temperature !== undefined && { temperature: target.temperature }),
    ...(target.maxTokens !== undefined && { maxTokens: target.maxTokens }),
  };
}

function blank(unit: Unit, attempts: number, now: number): NewSample {
  return {
    ...unit,
    id: newId(now),
    state: 'answered',
    score: null,
    extraction: null,
    extracted: null,
    reason: null,
    message: null,
    answer: null,
    reasoning: null,
    finish_reason: null,
    returned_model: null,
    input_tokens: null,
    output_tokens: null,
    cost: null,
    latency_ms: null,
    attempts,
    created_at: now,
  };
}

/**
 * The ledger row of an answer, graded. The graders of this version need no model, so no answer waits ungraded; one
 * that a grader fails on is kept all the same, `unscored`, for it was paid for.
 */
export function answeredSample(
  unit: Unit,
  item: Item,
  answer: ChatAnswer,
  price: ModelConnection['price'],
  attempts: number,
  now: number,
): NewSample {
  const cost = price ? costOf(answer.usage, price) : null;
  return {
    ...blank(unit, attempts, now),
    ...gradeOf(item, answer),
    answer: storable(answer.text),
    reasoning: answer.reasoning === null ? null : storable(answer.reasoning),
    finish_reason: answer.finishReason,
    returned_model: answer.returnedModel === null ? null : storable(answer.returnedModel),
    input_tokens: answer.usage.input_tokens,
    output_tokens: answer.usage.output_tokens,
    cost: cost === null ? null : Number(cost),
    latency_ms: Math.round(answer.latencyMs * 1000) / 1000,
  };
}

function gradeOf(
  item: Item,
  answer: ChatAnswer,
): Pick<NewSample, 'state' | 'score' | 'extraction' | 'extracted' | 'reason' | 'message'> {
  const unscored = { state: 'unscored', score: null, extraction: null, extracted: null };
  let result: GradeResult;
  try {
    result = grade(item.grader, item.expected, answer);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const message = storable(`The grader ${item.grader.type} failed: ${said.slice(0, 500)}`);
    return { ...unscored, reason: 'grader_error', message };
  }
  if (result.state === 'unscored') return { ...unscored, reason: result.reason, message: null };
  return {
    state: 'scored',
    message: null,
    score: result.score,
    extraction: result.extraction,
    extracted: result.extracted === null ? null : storable(result.extracted),
    reason: null,
  };
}

export function failedSample(unit: Unit, failure: ChatFailure, attempts: number, now: number): NewSample {
  return {
    ...blank(unit, attempts, now),
    state: 'failed',
    reason: failure.class,
    message: storable(failure.message),
  };
}

/** A model may send NUL or half a surrogate pair; neither database keeps such text, so it is replaced by U+FFFD. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

import { hash } from 'node:crypto';
import { type ChatRequest, isNameOfOtherModel } from '../../../models/models.ts';
import type { Unit } from '../plan/plan.ts';
import { sampleId } from '../stores/sample-id.ts';
import type { NewSample } from '../stores/sample-store.ts';
import type { SharedAnswer } from '../stores/shared-answer-store.ts';
import { findSharedAnswers } from '../stores/shared-answer-store.ts';
import { sharedSample } from './call-model.ts';
import type { ModelSlot } from './model-slot.ts';
import type { Run } from './run.ts';

/** Adds the known grade to a sample before it is written. */
type AddGrade = (sample: NewSample) => NewSample;

/**
 * The response cache: the samples of the workspace themselves, looked up by the request as it was sent (server,
 * account, model, messages, parameters, epoch). A response is therefore stored once and deleted with its evaluation.
 * If units of one run send the same request at the same time, one is sent and the others wait for it.
 */
export function createResponseCache(run: Run) {
  const { plan, held, deps } = run;
  const asking = new Map<string, Promise<NewSample | null>>();
  const find = createFinder(run);

  async function findOrAsk(
    key: string,
    unit: Unit,
    { connection }: ModelSlot,
    graded: AddGrade,
    ask: (requestKey: string | null) => Promise<NewSample | null>,
  ): Promise<NewSample | null> {
    const found = await find(key);
    // A cached response from a fallback is not used, because the gateway may respond correctly again.
    const isUsable = found !== null && !isNameOfOtherModel(connection, found.returned_model ?? '');
    return isUsable ? share(unit, found, graded) : ask(key);
  }

  async function share(unit: Unit, answer: SharedAnswer, graded: AddGrade): Promise<NewSample> {
    const sample = graded(sharedSample(unit, answer, deps.clock.now()));
    await run.ledger.record(sample);
    return sample;
  }

  return {
    /**
     * The row of a unit: an existing response, to which `graded` adds the grade, or else the result of `ask`, which
     * receives the key to store.
     */
    async shared(
      unit: Unit,
      slot: ModelSlot,
      request: ChatRequest,
      graded: AddGrade,
      ask: (requestKey: string | null) => Promise<NewSample | null>,
    ): Promise<NewSample | null> {
      if (!plan.methodology.cache) return ask(null);
      const key = requestCacheKey(slot, request, unit);
      const other = asking.get(key);
      // Not awaited without another unit, so that the second of two units in one turn sees the first.
      const answered = other === undefined ? null : await other.catch(() => null);
      if (answered !== null && answered.answer !== null)
        return share(unit, toShared(held.id, answered), graded);
      const mine = findOrAsk(key, unit, slot, graded, ask);
      asking.set(key, mine);
      return mine.finally(() => asking.get(key) === mine && asking.delete(key));
    },
  };
}

/** The key of a request in the response cache. */
export function requestCacheKey({ connection }: ModelSlot, request: ChatRequest, { epoch }: Unit): string {
  const { connectionKey, modelId } = connection;
  return hash('sha256', JSON.stringify([connectionKey, modelId, request, epoch]), 'base64url');
}

/** Looks up responses; requests of one turn of the event loop form one query. */
function createFinder({ plan, held, deps: { db, clock, cacheMaxAgeMs } }: Run) {
  let waiting: { key: string; resolve(found: SharedAnswer | null): void; reject(error: unknown): void }[] =
    [];

  async function look(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const found = await findSharedAnswers(
        db,
        {
          workspaceId: held.workspaceId,
          evaluationId: held.id,
          since: plan.fresh ? null : clock.now() - cacheMaxAgeMs,
        },
        asked.map(({ key }) => key),
      );
      for (const { key, resolve } of asked) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key: string): Promise<SharedAnswer | null> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (waiting.length === 1) setImmediate(look);
    });
}

function toShared(evaluationId: string, sample: NewSample): SharedAnswer {
  const { answer, reasoning, finish_reason, answer_parts_json } = sample;
  const { returned_model, input_tokens, output_tokens, cached_tokens, cost } = sample;
  return {
    answer,
    reasoning,
    finish_reason,
    answer_parts_json,
    returned_model,
    input_tokens,
    output_tokens,
    cached_tokens,
    cost,
    answer_of: sample.answer_of ?? sampleId(evaluationId, sample.unit),
  };
}

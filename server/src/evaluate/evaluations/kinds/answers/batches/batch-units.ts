import type { Item } from '../../../../../measure/benchmarks/benchmarks.ts';
import { type ChatRequest, callCost, costAtFactor, type ModelBatches } from '../../../../../models/models.ts';
import { type Unit, unitAt } from '../../../plan/plan.ts';
import { requestForItem } from '../../../run/call-model.ts';
import type { ModelSlot } from '../../../run/model-slot.ts';
import type { Run } from '../../../run/run.ts';

/** A unit with its request. */
export interface BatchUnit {
  unit: Unit;
  item: Item;
  slot: ModelSlot;
  request: ChatRequest;
}

export async function readBatchUnit({ plan, targets, itemOf }: Run, number: number): Promise<BatchUnit> {
  const unit = unitAt(plan, number);
  const item = await itemOf(unit.benchmark, unit.item);
  const slot = targets[unit.target] as ModelSlot;
  return { unit, item, slot, request: requestForItem(slot.target, item, plan, unit) };
}

/** The batches of a target. Throws where its provider sells none any more. */
export function requireBatches({ connection, target }: ModelSlot): ModelBatches {
  if (connection.batches) return connection.batches;
  throw new Error(
    `The provider ${connection.provider} of ${target.label} no longer supports batches: its configuration has changed since this evaluation was created. Restore it, or cancel the evaluation.`,
  );
}

/** At least this many bytes of a request are one token, also in scripts and codes that take many. */
const BYTES_PER_TOKEN = 2;

/** The maximum cost of a request in 10⁻¹² USD, for the longest possible answer. 0 without a price. */
export function maxRequestCost({ connection, target }: ModelSlot, body: string): number {
  const { price, batches } = connection;
  if (price === undefined || batches === undefined) return 0;
  const usage = {
    input_tokens: Math.ceil(Buffer.byteLength(body) / BYTES_PER_TOKEN),
    output_tokens: target.maxTokens ?? 0,
    reasoning_tokens: null,
    cached_tokens: null,
  };
  return Number(costAtFactor(callCost(usage, price) ?? 0n, batches.price.factor));
}

const SEPARATOR = '_';

/** Ours and the unit's number: by it results are told apart, and a batch is known as ours. */
export const toCustomId = (batchId: string, unit: number) => `${batchId}${SEPARATOR}${unit}`;

/** The unit that a line is of; null where it is of none of this batch. */
export function unitFromCustomId(batchId: string, customId: string): number | null {
  if (!customId.startsWith(batchId + SEPARATOR)) return null;
  const unit = Number(customId.slice(batchId.length + 1));
  return Number.isInteger(unit) ? unit : null;
}

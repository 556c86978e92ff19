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

/** The batch interface of a target's provider. Throws if the provider no longer supports batches. */
export function requireBatches({ connection, target }: ModelSlot): ModelBatches {
  if (connection.batches) return connection.batches;
  throw new Error(
    `The provider ${connection.provider} of ${target.label} no longer supports batches: its configuration has changed since this evaluation was created. Restore it, or cancel the evaluation.`,
  );
}

/** A lower bound: also in scripts and code with many tokens, a token has at least this many bytes. */
const BYTES_PER_TOKEN = 2;

/** The maximum cost of a request in 10⁻¹² USD, for a response of maximum length. 0 without a price. */
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

/** The custom id of a request: the batch and the unit. It identifies results, and batches of this service. */
export const toCustomId = (batchId: string, unit: number) => `${batchId}${SEPARATOR}${unit}`;

/** The unit of a custom id; null if the id does not belong to this batch. */
export function unitFromCustomId(batchId: string, customId: string): number | null {
  if (!customId.startsWith(batchId + SEPARATOR)) return null;
  const unit = Number(customId.slice(batchId.length + 1));
  return Number.isInteger(unit) ? unit : null;
}

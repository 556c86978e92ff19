import { toTimestamp } from '../../kernel/clock.ts';
import type { Row } from '../../platform/db/schema.ts';
import { mergeFlat } from '../../platform/http/patch.ts';
import type { OwnColumns } from '../../platform/resources/resources.ts';
import type { NewStack, Stack, StackFields, StackPatch } from './stack-schemas.ts';

type StackRow = Row<'stacks'>;

/** The fields of a new stack; omitted fields are not set. */
export function newStackFields(input: NewStack): StackFields {
  return {
    name: input.name,
    description: input.description ?? null,
    model: input.model,
    framework: input.framework ?? {},
    hardware: input.hardware ?? {},
    ...(input.endpoint && { endpoint: input.endpoint }),
    ...(input.retrieval && { retrieval: input.retrieval }),
  };
}

/**
 * Applies a JSON Merge Patch: absent = unchanged, null = cleared, nested objects merge. `endpoint` and `retrieval`
 * are replaced as a whole.
 */
export function mergeStackFields(before: StackFields, patch: StackPatch): StackFields {
  const {
    description = before.description,
    endpoint = before.endpoint,
    retrieval = before.retrieval,
  } = patch;
  return {
    name: patch.name,
    description,
    model: mergeFlat(before.model, patch.model),
    framework: mergeFlat(before.framework, patch.framework),
    hardware: mergeFlat(before.hardware, patch.hardware),
    ...(endpoint && { endpoint }),
    ...(retrieval && { retrieval }),
  };
}

export function stackToColumns({
  model,
  framework,
  hardware,
  endpoint,
  retrieval,
  ...flat
}: StackFields): OwnColumns<'stacks'> {
  return {
    ...flat,
    model_json: JSON.stringify(model),
    framework_json: JSON.stringify(framework),
    hardware_json: JSON.stringify(hardware),
    endpoint_json: endpoint === undefined ? null : JSON.stringify(endpoint),
    retrieval_json: retrieval === undefined ? null : JSON.stringify(retrieval),
  };
}

export function stackFromColumns(row: StackRow): StackFields {
  return {
    name: row.name,
    description: row.description,
    model: JSON.parse(row.model_json),
    framework: JSON.parse(row.framework_json),
    hardware: JSON.parse(row.hardware_json),
    ...(row.endpoint_json !== null && { endpoint: JSON.parse(row.endpoint_json) }),
    ...(row.retrieval_json !== null && { retrieval: JSON.parse(row.retrieval_json) }),
  };
}

/** The stack of a row, without the end date of its model from the catalogue. */
export function toStack(row: StackRow): Stack {
  return {
    id: row.id,
    ...stackFromColumns(row),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

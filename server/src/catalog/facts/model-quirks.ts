import { findModel } from './find.ts';
import type { Facts } from './schemas.ts';

/** How requests to a model must differ from the usual; null where no fact says anything. */
export interface ModelQuirks {
  /** False: the provider refuses or ignores a temperature. */
  readonly acceptsTemperature: boolean | null;
  /** The name of the field that limits the output in the chat completions protocol. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens' | null;
  /** Where that is from, for the record of a run. */
  readonly sources: readonly string[];
}

/** The quirks of a model as this provider offers it; of a model that is not in the catalogue, none is known. */
export function modelQuirks(facts: Facts, provider: string, modelId: string): ModelQuirks {
  const model = findModel(facts, provider, modelId);
  const { temperature, max_tokens_field } = (model.known && model.value.parameters) || {};
  const said = [temperature, max_tokens_field].filter((fact) => fact !== undefined);
  return {
    acceptsTemperature: temperature?.accepted ?? null,
    maxTokensField: max_tokens_field?.name ?? null,
    sources: said.map(({ source, as_of }) => `${source} (${as_of})`),
  };
}

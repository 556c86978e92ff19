import { impossible } from '../../kernel/errors.ts';
import type { Models } from '../../models/models.ts';
import type { DatasetReader } from '../dataset-reader.ts';
import type { PlannedTarget } from '../plan.ts';
import { pointed } from '../pointed.ts';
import type { CustomEval } from './custom-schemas.ts';
import { type CustomInput, type DrawnCustom, planCustom } from './plan-custom.ts';

export interface CustomReferences {
  models: Models;
  dataset: DatasetReader;
}

const NOTHING: DrawnCustom = { drawn: [], judges: [] };

/** What a custom evaluation adds to a plan, after the benchmarks `before` it. Throws 422 below `/custom_eval`. */
export async function defineCustom(
  refs: CustomReferences,
  custom: CustomEval | null | undefined,
  input: Pick<CustomInput, 'methodology' | 'targets' | 'warnings'>,
  before: number,
): Promise<DrawnCustom> {
  if (!custom) return NOTHING;
  try {
    if (custom.inputs !== undefined && custom.dataset !== undefined) {
      throw impossible('/dataset', 'The variables come from inputs or from a dataset, not from both.');
    }
    const data = custom.dataset === undefined ? null : await readDataset(refs, custom.dataset);
    const planned = await planCustom({ ...input, custom, data }, before);
    requireJudges(refs.models, custom, planned.judges);
    if (planned.judges.length > 0)
      throw impossible('/judge_config', 'Judges cannot be asked yet; give every criterion a grader.');
    return planned;
  } catch (error) {
    throw pointed(error, '/custom_eval');
  }
}

function readDataset({ dataset }: CustomReferences, name: string) {
  return dataset(name).catch((error: unknown) => {
    throw pointed(error, '/dataset');
  });
}

function requireJudges(models: Models, { judge_config }: CustomEval, judges: readonly PlannedTarget[]): void {
  for (const [i, { provider, modelId }] of judges.entries()) {
    const at = judge_config?.judges ? `/judge_config/judges/${i}` : '/judge_config';
    const known = models.list().some(({ name }) => name === provider);
    try {
      models.resolve(provider, modelId);
    } catch (error) {
      throw pointed(error, `${at}/${known ? 'model_id' : 'provider'}`);
    }
  }
}

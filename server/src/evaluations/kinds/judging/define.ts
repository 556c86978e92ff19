import type { Facts } from '../../../catalog/catalog.ts';
import { impossible } from '../../../kernel/errors.ts';
import type { Models } from '../../../models/models.ts';
import type { DatasetReader } from '../../plan/dataset-reader.ts';
import { knownQuirks } from '../../plan/model-quirks.ts';
import type { PlannedTarget } from '../../plan/plan.ts';
import { pointed } from '../../plan/prefix-error-pointer.ts';
import type { CustomEval } from '../../schemas/custom-eval-schemas.ts';
import { shareFamily } from './model-family.ts';
import { type CustomInput, type DrawnCustom, planCustom } from './plan.ts';

export interface CustomReferences {
  models: Models;
  /** What is known of models that do not take every parameter. */
  facts: Facts;
  dataset: DatasetReader;
}

const NOTHING: DrawnCustom = { drawn: [], judges: [] };

/** What a custom evaluation adds to a plan, after the benchmarks `before` it. Throws 422 below `/custom_eval`. */
export async function defineCustom(
  refs: CustomReferences,
  custom: CustomEval | null | undefined,
  input: Pick<CustomInput, 'methodology' | 'warnings'> & { targets: readonly PlannedTarget[] },
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
    if (custom.judge_config?.pairwise && input.targets.length < 2)
      throw impossible('/judge_config/pairwise', 'Judges compare the answers of two targets; there is one.');
    warnAboutFamilies(planned.judges, input.targets, input.warnings);
    return { ...planned, judges: planned.judges.map((judge) => withQuirks(refs.facts, judge)) };
  } catch (error) {
    throw pointed(error, '/custom_eval');
  }
}

function withQuirks(facts: Facts, judge: PlannedTarget): PlannedTarget {
  const quirks = knownQuirks(facts, judge.provider, judge.modelId);
  return Object.keys(quirks).length === 0 ? judge : { ...judge, quirks };
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

function warnAboutFamilies(
  judges: readonly PlannedTarget[],
  targets: readonly PlannedTarget[],
  warnings: string[],
): void {
  for (const judge of judges) {
    const own = targets.filter(({ modelId }) => shareFamily(judge.modelId, modelId));
    if (own.length === 0) continue;
    const labels = own.map(({ label }) => label).join(', ');
    warnings.push(
      `The judge ${judge.label} is of the same model family as ${labels}; judges favour their own. Use another judge, or label answers to measure it.`,
    );
  }
}

import { impossibleField } from '../../../../kernel/errors.ts';
import type { Facts } from '../../../../models/catalog/catalog.ts';
import type { Models } from '../../../../models/models.ts';
import type { DatasetReader } from '../../plan/dataset-reader.ts';
import { knownQuirks } from '../../plan/model-quirks.ts';
import type { PlannedTarget } from '../../plan/plan.ts';
import { prefixErrorPointer } from '../../plan/prefix-error-pointer.ts';
import type { CustomEval } from '../../schemas/custom-eval-schemas.ts';
import type { KindDefinition, PlanContext } from '../kind.ts';
import { type PlannedCustomEvaluation, planCustomEvaluation } from './plan.ts';

/**
 * Beginnings of model names, by maker. This compares names only: two models of one maker may have little in common.
 */
const MODEL_FAMILIES: readonly (readonly [family: string, names: RegExp])[] = [
  ['GPT', /^(gpt|chatgpt|o[134](-|$)|davinci|codex)/],
  ['Claude', /^claude/],
  ['Gemini', /^(gemini|gemma)/],
  ['Llama', /^(meta-)?llama/],
  ['Mistral', /^(open-)?(mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)/],
  ['Qwen', /^(qwen|qwq)/],
  ['DeepSeek', /^deepseek/],
  ['Phi', /^phi/],
  ['Command', /^(command|c4ai|aya)/],
  ['Grok', /^grok/],
  ['Nova', /^(amazon\.)?nova/],
  ['Kimi', /^kimi/],
  ['GLM', /^(glm|chatglm)/],
];

/** The family of a model by its name; null if the name is unknown. */
function modelFamily(modelId: string): string | null {
  const name = modelId.toLowerCase().split('/').at(-1) ?? '';
  return MODEL_FAMILIES.find(([, names]) => names.test(name))?.[0] ?? null;
}

/**
 * Whether two models are the same or of one family. Judges favour their own family (Zheng et al. 2023, section 3.3).
 */
function shareFamily(a: string, b: string): boolean {
  const family = modelFamily(a);
  return a === b || (family !== null && family === modelFamily(b));
}

/** The field `custom_eval` of a definition. */
export const judgingDefinition: KindDefinition = {
  isIn: ({ custom_eval }) => custom_eval != null,
  async draft({ custom_eval: custom }, context, before) {
    if (!custom) return { drafts: [], judges: [] };
    const planned = await draftCustom(custom, context, before);
    for (const { sampled } of planned.drafts)
      context.room.take(sampled.count, custom.num_samples == null ? null : '/custom_eval/num_samples');
    return planned;
  },
};

/** The benchmarks that a custom evaluation adds after the `before` existing ones. Throws 422 below `/custom_eval`. */
async function draftCustom(
  custom: CustomEval,
  { models, facts, dataset, targets, methodology, warnings }: PlanContext,
  before: number,
): Promise<PlannedCustomEvaluation> {
  try {
    if (custom.inputs !== undefined && custom.dataset !== undefined) {
      throw impossibleField('/dataset', 'Variables come from either inputs or a dataset, not both.');
    }
    if (custom.dataset === undefined && custom.dataset_version != null)
      throw impossibleField('/dataset_version', 'dataset_version needs dataset, the source that has it.');
    const data =
      custom.dataset === undefined
        ? null
        : await readDataset(dataset, custom.dataset, custom.dataset_version ?? undefined);
    const planned = await planCustomEvaluation({ custom, data, methodology, warnings }, before);
    requireJudges(models, custom, planned.judges);
    if (custom.judge_config?.pairwise && targets.length < 2)
      throw impossibleField(
        '/judge_config/pairwise',
        'Judges compare the responses of two targets, but there is only one.',
      );
    warnAboutFamilies(planned.judges, targets, warnings);
    return { ...planned, judges: planned.judges.map((judge) => withQuirks(facts, judge)) };
  } catch (error) {
    throw prefixErrorPointer(error, '/custom_eval');
  }
}

function withQuirks(facts: Facts, judge: PlannedTarget): PlannedTarget {
  const quirks = knownQuirks(facts, judge.provider, judge.modelId);
  return Object.keys(quirks).length === 0 ? judge : { ...judge, quirks };
}

function readDataset(dataset: DatasetReader, name: string, version: string | undefined) {
  return dataset(name, version).catch((error: unknown) => {
    throw prefixErrorPointer(error, version === undefined ? '/dataset' : '/dataset_version');
  });
}

function requireJudges(models: Models, { judge_config }: CustomEval, judges: readonly PlannedTarget[]): void {
  for (const [i, { provider, modelId }] of judges.entries()) {
    const at = judge_config?.judges ? `/judge_config/judges/${i}` : '/judge_config';
    const known = models.list().some(({ name }) => name === provider);
    try {
      models.resolve(provider, modelId);
    } catch (error) {
      throw prefixErrorPointer(error, `${at}/${known ? 'model_id' : 'provider'}`);
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
      `The judge ${judge.label} is of the same model family as ${labels}; judges favour their own family. Use another judge, or label responses to measure the bias.`,
    );
  }
}

import { type FieldError, impossibleField, impossibleFields } from '../../../../kernel/errors.ts';
import { sha256 } from '../../../../kernel/json.ts';
import { readSource, type SourceData, toSampledItems } from '../../../../measure/benchmarks/benchmarks.ts';
import { createRandom, sampleWithoutReplacement } from '../../../../measure/statistics/statistics.ts';
import { normalizeLabel } from '../../plan/normalize-label.ts';
import type { PlannedTarget, ResolvedMethodology } from '../../plan/plan.ts';
import { judgedCriteria, PREFERENCE_KEY, PREFERENCE_NAME } from '../../plan/planned-judging.ts';
import type { Criterion, CustomEval, JudgeModel } from '../../schemas/custom-eval-schemas.ts';
import type { DraftBenchmark } from '../kind.ts';
import type { PlannedPreference } from '../preference/describe.ts';
import { COMPARING_PROMPT_VERSION, comparingInstructions } from './comparing-prompt.ts';
import type { PlannedCriterion, PlannedCriterionScore, PlannedCustom, PlannedJudging } from './describe.ts';
import { customItems } from './items.ts';
import { GRADING_PROMPT_VERSION, gradingInstructions, promptSha256 } from './prompt/judge-prompt.ts';
import { datasetVariableRows, inlineRows } from './variable-rows.ts';

/** Incremented whenever the same definition could give other items, judge prompts or grades. */
const CUSTOM_EVALUATION_VERSION = '1';

interface CustomInput {
  custom: CustomEval;
  methodology: ResolvedMethodology;
  /** The text of the named source; null if none is named. */
  data: SourceData | null;
  warnings: string[];
}

export interface PlannedCustomEvaluation {
  /** Benchmarks with their items: only `custom/overall` has items, and the others derive from it. */
  drafts: DraftBenchmark[];
  judges: PlannedTarget[];
}

/**
 * Plans a custom evaluation: `custom/overall`, whose responses are graded by every criterion; a benchmark without
 * units for each criterion; and `custom/preference` if judges compare responses of two targets. `at` is its index in
 * the plan. Throws 422 with pointers below `/custom_eval`.
 */
export async function planCustomEvaluation(input: CustomInput, at: number): Promise<PlannedCustomEvaluation> {
  const { custom, methodology, data, warnings } = input;
  const judges = judgesOf(custom);
  requireCriteria(custom, judges.length);
  const rows = data === null ? inlineRows(custom) : await datasetVariableRows(data);
  const all = await customItems(custom, rows, warnings);
  const random = createRandom(methodology.random_seed, 'custom', 'items');
  const items = sampleWithoutReplacement(random, all, custom.num_samples ?? methodology.sample_size);
  const overall: PlannedJudging = {
    ...overallOf(custom, judges, items.length),
    ...(data !== null && { data: [await readSource(data)] }),
  };
  const criteria = custom.criteria.map(({ name }, index) => ({
    planned: criterionOf(overall, name, {
      of: at,
      index,
      ...(custom.criteria.length === 1 && { isOnly: true }),
    }),
    sampled: toSampledItems([]),
  }));
  const compared = custom.judge_config?.pairwise ? [preferenceOf(overall, at)] : [];
  return {
    drafts: [
      { planned: overall, sampled: toSampledItems(items) },
      ...criteria,
      ...compared.map((planned) => ({ planned, sampled: toSampledItems([]) })),
    ],
    judges,
  };
}

function requireCriteria({ criteria, judge_config }: CustomEval, judges: number): void {
  const errors = criteria.flatMap((criterion, i) => [
    ...nameProblems(criteria, i),
    ...gradingProblems(criterion, `/criteria/${i}`, judges),
  ]);
  if (errors.length > 0) throw impossibleFields('The criteria are invalid', errors);
  if (judges > 0 && !judge_config?.pairwise && criteria.every(({ grader }) => grader !== undefined)) {
    throw impossibleField('/judge_config', 'No criterion is graded by a judge; omit judge_config.');
  }
}

const RESERVED_CRITERION_NAMES: ReadonlyMap<string, string> = new Map([
  ['overall', 'the score over all criteria'],
  [PREFERENCE_NAME, 'the score of the comparisons'],
]);

/** Problems with the names of criteria, which must be unique. */
function nameProblems(criteria: readonly Criterion[], i: number): FieldError[] {
  const names = criteria.map(({ name }) => normalizeLabel(name));
  const name = names[i] as string;
  const first = names.indexOf(name);
  const pointer = `/criteria/${i}/name`;
  const found: FieldError[] = [];
  const reserved = RESERVED_CRITERION_NAMES.get(name);
  if (reserved !== undefined)
    found.push({ pointer, detail: `"${name}" is reserved for ${reserved}; choose another name` });
  if (first < i) found.push({ pointer, detail: `"${name}" is also the name of criterion ${first}` });
  return found;
}

function gradingProblems(
  { name, grader, description, scale, expected }: Criterion,
  at: string,
  judges: number,
): FieldError[] {
  const found: FieldError[] = [];
  const add = (pointer: string, detail: string) => found.push({ pointer, detail: `"${name}" ${detail}` });
  if (grader !== undefined) {
    if (scale !== undefined)
      add(`${at}/scale`, 'has a grader, but scale applies only to criteria that a judge grades');
    return found;
  }
  if (expected !== undefined)
    add(`${at}/expected`, 'has no grader, but expected applies only to criteria with one');
  if (description === undefined) add(`${at}/description`, 'needs a description for the judge, or a grader');
  if (judges === 0) add(at, 'needs a grader, or a judge in judge_config');
  return found;
}

function overallOf(custom: CustomEval, judges: readonly PlannedTarget[], items: number): PlannedJudging {
  const planned = plannedCustom(custom);
  const decides = JSON.stringify([
    custom.prompt_template,
    custom.system_prompt ?? null,
    planned,
    judges,
    GRADING_PROMPT_VERSION,
  ]);
  return {
    key: 'custom/overall',
    kind: 'judging',
    type: 'custom',
    version: `${CUSTOM_EVALUATION_VERSION}-${sha256(decides).slice(0, 12)}`,
    items,
    chanceLevel: null,
    custom: judges.length === 0 ? planned : { ...planned, judgePrompts: judgePrompts(custom, planned) },
  };
}

function judgePrompts(
  { judge_config }: CustomEval,
  planned: PlannedCustom,
): NonNullable<PlannedCustom['judgePrompts']> {
  const { criteria, instructions } = planned;
  const judged = judgedCriteria(planned);
  return {
    ...(judged.length > 0 && { criteria: promptSha256(gradingInstructions(judged, instructions)) }),
    ...(judge_config?.pairwise && { pairwise: promptSha256(comparingInstructions(criteria, instructions)) }),
  };
}

function preferenceOf({ version, items }: PlannedJudging, of: number): PlannedPreference {
  return {
    key: PREFERENCE_KEY,
    kind: 'preference',
    type: 'custom',
    version: `${COMPARING_PROMPT_VERSION}-${version}`,
    items,
    chanceLevel: null,
    pairs: { of },
  };
}

function criterionOf(
  { version, items }: PlannedJudging,
  name: string,
  criterion: PlannedCriterionScore['criterion'],
): PlannedCriterionScore {
  return {
    key: `custom/${name}`,
    kind: 'judging-criterion',
    type: 'custom',
    version,
    items,
    chanceLevel: null,
    criterion,
  };
}

function plannedCustom({ criteria, judge_config }: CustomEval): PlannedCustom {
  const sum = criteria.reduce((total, { weight = 1 }) => total + weight, 0);
  return {
    criteria: criteria.map((criterion) => plannedCriterion(criterion, sum)),
    instructions: judge_config?.instructions ?? null,
  };
}

function plannedCriterion(
  { name, description = '', weight = 1, grader, scale }: Criterion,
  sum: number,
): PlannedCriterion {
  const judged = grader === undefined ? { description, scale: scale ?? ('one_to_five' as const) } : null;
  return { name, weight: weight / sum, judged };
}

const MAX_TOKENS = 2000;

/** The judges of a custom evaluation as planned targets; [] if there are none. Throws 422 below `/judge_config`. */
function judgesOf({ judge_config }: Pick<CustomEval, 'judge_config'>): PlannedTarget[] {
  if (!judge_config) return [];
  const { judges, ...single } = judge_config;
  if (judges === undefined) return [judgeOf(single, '/judge_config')];
  if (single.provider !== undefined || single.model_id !== undefined || single.model !== undefined) {
    throw impossibleField(
      '/judge_config/judges',
      'Set either judges, or one judge by provider and model_id.',
    );
  }
  const several = judges.map((judge, i) => judgeOf(judge, `/judge_config/judges/${i}`));
  const labels = several.map(({ label }) => label);
  return several.map((judge, i) => ({
    ...judge,
    label: labels.indexOf(judge.label) < i ? `${judge.label} (${i + 1})` : judge.label,
  }));
}

function judgeOf(
  { provider, model_id, model, temperature = 0, max_tokens = MAX_TOKENS, reasoning_effort }: JudgeModel,
  at: string,
): PlannedTarget {
  if (!provider) throw impossibleField(`${at}/provider`, 'A judge needs provider.');
  if (model_id !== undefined && model !== undefined && model_id !== model) {
    throw impossibleField(`${at}/model`, 'model and model_id are the same; set one of them.');
  }
  const modelId = model_id ?? model;
  if (!modelId) throw impossibleField(`${at}/model_id`, 'A judge needs model_id.');
  return {
    label: `${provider}/${modelId}`,
    provider,
    modelId,
    ...(temperature !== null && { temperature }),
    ...(max_tokens !== null && { maxTokens: max_tokens }),
    ...(reasoning_effort && { serving: { reasoning_effort } }),
  };
}

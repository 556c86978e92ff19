import { impossible } from '../../../kernel/errors.ts';
import type { PlannedTarget } from '../../plan/plan.ts';
import type { CustomEval, JudgeModel } from '../../schemas/custom-eval-schemas.ts';

const MAX_TOKENS = 2000;

/** The judges of a custom evaluation, as they will be asked; [] without any. Throws 422 below `/judge_config`. */
export function judgesOf({ judge_config }: Pick<CustomEval, 'judge_config'>): PlannedTarget[] {
  if (!judge_config) return [];
  const { judges, ...single } = judge_config;
  if (judges === undefined) return [judgeOf(single, '/judge_config')];
  if (single.provider !== undefined || single.model_id !== undefined || single.model !== undefined) {
    throw impossible('/judge_config/judges', 'Name either several judges, or one by provider and model_id.');
  }
  const several = judges.map((judge, i) => judgeOf(judge, `/judge_config/judges/${i}`));
  const labels = several.map(({ label }) => label);
  return several.map((judge, i) => ({
    ...judge,
    label: labels.indexOf(judge.label) < i ? `${judge.label} (${i + 1})` : judge.label,
  }));
}

function judgeOf(
  { provider, model_id, model, temperature = 0, max_tokens }: JudgeModel,
  at: string,
): PlannedTarget {
  if (!provider) throw impossible(`${at}/provider`, 'A judge needs provider.');
  if (model_id !== undefined && model !== undefined && model_id !== model) {
    throw impossible(`${at}/model`, 'model and model_id mean the same; give one of them.');
  }
  const modelId = model_id ?? model;
  if (!modelId) throw impossible(`${at}/model_id`, 'A judge needs model_id.');
  return {
    label: `${provider}/${modelId}`,
    provider,
    modelId,
    temperature,
    maxTokens: max_tokens ?? MAX_TOKENS,
  };
}

import type { Database } from '../../../db/db.ts';
import type { Plan } from '../../plan/plan.ts';
import type { JudgeMode } from '../../plan/planned-judging.ts';
import type { Manifest } from '../../schemas/manifest-schemas.ts';
import type { EvaluationHead } from '../../stores/evaluation-store.ts';
import { modelsOfJudges } from '../../stores/judgement-store.ts';

type JudgeOfManifest = NonNullable<Manifest['judges']>[number];

/** Who judged, how they were asked, and what answered. */
export async function judgesOfManifest(
  db: Database,
  { workspace_id, id }: EvaluationHead,
  { benchmarks, judges = [], methodology }: Plan,
): Promise<JudgeOfManifest[]> {
  const models = await modelsOfJudges(db, { workspaceId: workspace_id, id });
  const prompts = benchmarks.find(({ custom }) => custom)?.custom?.judgePrompts ?? {};
  const modes = Object.entries(prompts).map(([mode, prompt_sha256]) => ({
    mode: mode as JudgeMode,
    prompt_sha256,
  }));
  return judges.map(({ label, provider, modelId, temperature, maxTokens }, i) => ({
    judge: label,
    provider,
    model_id: modelId,
    returned_models: models.get(i) ?? {},
    parameters: {
      seed: methodology.random_seed,
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    },
    modes,
  }));
}

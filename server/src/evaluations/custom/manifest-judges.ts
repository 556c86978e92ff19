import type { Database } from '../../db/db.ts';
import type { EvaluationHead } from '../evaluation-store.ts';
import type { Manifest } from '../manifest-schemas.ts';
import type { Plan } from '../plan.ts';
import { modelsOfJudges } from './judgement-store.ts';
import type { JudgeMode } from './planned-custom.ts';

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

import type { Database } from '../../../../platform/db/db.ts';
import { benchmarksOfKind, type Plan, sentSeed } from '../../plan/plan.ts';
import { parametersSent } from '../../plan/preflight.ts';
import type { Manifest } from '../../schemas/manifest-schemas.ts';
import type { EvaluationHead } from '../../stores/evaluation-store.ts';
import { readJudgeModels } from '../../stores/judgement-store.ts';
import type { JudgeMode } from './describe.ts';

type JudgeOfManifest = NonNullable<Manifest['judges']>[number];

/** The judges with their parameters, and the models that responded. */
export async function judgesOfManifest(
  db: Database,
  { workspace_id, id }: EvaluationHead,
  plan: Plan,
): Promise<Pick<Manifest, 'judges'>> {
  const { judges } = plan;
  if (!judges) return {};
  const seed = sentSeed(plan);
  const models = await readJudgeModels(db, { workspaceId: workspace_id, id });
  const prompts = benchmarksOfKind(plan, 'judging')[0]?.benchmark.custom.judgePrompts ?? {};
  const modes = Object.entries(prompts).map(([mode, prompt_sha256]) => ({
    mode: mode as JudgeMode,
    prompt_sha256,
  }));
  const shown = judges.map(
    (judge, i) =>
      ({
        judge: judge.label,
        provider: judge.provider,
        model_id: judge.modelId,
        returned_models: models.get(i) ?? {},
        parameters: parametersSent(judge, seed, plan.preflight?.judges[i]),
        ...(judge.serving && { serving: { ...judge.serving } }),
        modes,
      }) satisfies JudgeOfManifest,
  );
  return { judges: shown };
}

import { impossibleField } from '../../../kernel/errors.ts';
import { customEvaluationMargins, describeChoice } from '../kinds/registry.ts';
import type { References } from '../plan/references.ts';
import { resolveTargets } from '../plan/targets.ts';
import type { NewEvaluation } from '../schemas/evaluation-schemas.ts';

/**
 * Abilities that endpoints of one model lose first, as default benchmarks: formats, instructions and figures in
 * tables, each generated, so that no endpoint has seen them; and the latency of a single user.
 */
const QUESTIONS = ['json_extraction', 'instruction_following', 'reasoning_tables'];
/** Where a tenth of the answers differ, about 250 questions show the difference to be within 0.05 with a power of 80 %. */
const SAMPLE_SIZE = 300;
/** One after another: enough for a p95 with an interval. */
const LATENCY = { benchmark_type: 'latency', num_samples: 60 };

/** Default benchmarks of the preset `equivalence`, with their sizes. */
export const EQUIVALENCE_BENCHMARKS = [
  ...QUESTIONS.map((benchmark_type) => ({ benchmark_type, num_samples: SAMPLE_SIZE })),
  LATENCY,
];

/**
 * A definition with what its preset says of what it leaves out: `equivalence` asks whether the other targets are no
 * worse than the first one, its baseline. What is given stands. Throws 422 where it says something else.
 */
export async function withPreset(
  refs: References,
  workspaceId: string,
  { preset, ...given }: NewEvaluation,
): Promise<NewEvaluation> {
  if (preset === undefined) return given;
  const { methodology = {}, targets } = given;
  if (methodology.question === 'better')
    throw impossibleField(
      '/methodology/question',
      'The preset equivalence sets the question no_worse: omit question or preset.',
    );
  const isOwn = (given.benchmarks ?? []).length > 0 || given.custom_eval != null;
  const benchmarks = isOwn
    ? given.benchmarks
    : [...QUESTIONS.map((benchmark_type) => ({ benchmark_type })), LATENCY];
  const baseline = methodology.baseline ?? (await firstLabel(refs, workspaceId, targets));
  const types = (benchmarks ?? []).map(({ benchmark_type }) => benchmark_type);
  const margins = Object.fromEntries(
    [
      ...types.flatMap((type) => describeChoice(type).margins),
      ...(given.custom_eval != null ? customEvaluationMargins : []),
    ]
      .filter((one) => one.default !== null)
      .map((one) => [one.name, one.default]),
  );
  return {
    ...given,
    ...(benchmarks && { benchmarks }),
    methodology: {
      ...(!isOwn && { sample_size: SAMPLE_SIZE }),
      ...(Object.keys(margins).length > 0 && { no_worse_margins: margins }),
      ...methodology,
      question: 'no_worse',
      ...(baseline !== undefined && { baseline }),
    },
  };
}

/** The label that the first target has which is asked; undefined where there is none. */
async function firstLabel(
  refs: References,
  workspaceId: string,
  targets: NewEvaluation['targets'],
): Promise<string | undefined> {
  const place = targets.findIndex(({ target_type }) => target_type !== 'scenario');
  const first = targets[place];
  if (first === undefined) return undefined;
  if (first.label !== undefined) return first.label;
  // Unknown targets are refused together, with their places.
  const found = await resolveTargets(refs, workspaceId, [first], false).catch(() => null);
  return found?.targets[0]?.label ?? `target ${place}`;
}

import { impossibleField } from '../../../kernel/errors.ts';
import { customEvaluationMargins, describeChoice } from '../kinds/registry.ts';
import type { References } from '../plan/references.ts';
import { resolveTargets } from '../plan/targets.ts';
import type { NewEvaluation } from '../schemas/evaluation-schemas.ts';

/**
 * Default benchmarks of abilities that endpoints of one model lose first: formats, instructions and tables, all
 * generated, so that no endpoint has seen them; and the latency of a single user.
 */
const QUESTIONS = ['json_extraction', 'instruction_following', 'reasoning_tables'];
/**
 * If a tenth of the responses differ, about 250 questions show with 80 % power that the difference is within 0.05.
 */
const SAMPLE_SIZE = 300;
/** Single requests, enough for a p95 with an interval. */
const LATENCY = { benchmark_type: 'latency', num_samples: 60 };

/** Default benchmarks of the preset `equivalence`, with their sizes. */
export const EQUIVALENCE_BENCHMARKS = [
  ...QUESTIONS.map((benchmark_type) => ({ benchmark_type, num_samples: SAMPLE_SIZE })),
  LATENCY,
];

/**
 * Fills in the fields that a preset defines: `equivalence` tests whether the other targets are no worse than the
 * first, its baseline. Given fields are kept. Throws 422 if they contradict the preset.
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

/** The label of the first called target; undefined if there is none. */
async function firstLabel(
  refs: References,
  workspaceId: string,
  targets: NewEvaluation['targets'],
): Promise<string | undefined> {
  const place = targets.findIndex(({ target_type }) => target_type !== 'scenario');
  const first = targets[place];
  if (first === undefined) return undefined;
  if (first.label !== undefined) return first.label;
  // Unknown targets are refused later, all together and with pointers.
  const found = await resolveTargets(refs, workspaceId, [first], false).catch(() => null);
  return found?.targets[0]?.label ?? `target ${place}`;
}

import type { Judgement } from '../../stores/judgement-store.ts';
import { unreadReply } from './ask-judge.ts';
import type { CriterionScore } from './criterion-scores.ts';
import type { Scale } from './describe.ts';
import type { JudgedCriterion } from './prompt/judge-prompt.ts';
import type { CriterionGrade } from './prompt/judge-reply.ts';

/** The grades in a stored judgement; null if the judge failed. */
export function gradesOfJudgement({
  state,
  said_json,
}: Pick<Judgement, 'state' | 'said_json'>): CriterionGrade[] | null {
  return state === 'graded' && said_json !== null ? (JSON.parse(said_json) as CriterionGrade[]) : null;
}

/**
 * The score of a criterion from all judges: the majority of pass and fail, or the median of grades. More than half of
 * the panel must have graded it, and an evenly split panel has no majority; without a score, the response is unscored
 * and not wrong.
 */
export function panelScore(
  { index, scale }: JudgedCriterion,
  judgements: readonly Judgement[],
): CriterionScore {
  const scores = judgements.flatMap(
    (one) => gradesOfJudgement(one)?.find((grade) => grade.index === index)?.score ?? [],
  );
  if (2 * scores.length <= judgements.length)
    return { unscored: 'judge_failed', message: judgementFailure(judgements) };
  const score = combine(scores, scale);
  return score === null
    ? { unscored: 'judges_split', message: 'the judges are split evenly between pass and fail' }
    : { score };
}

function combine(scores: readonly number[], scale: Scale): number | null {
  if (scale === 'one_to_five') return median(scores);
  const passes = scores.filter((score) => score === 1).length;
  return 2 * passes === scores.length ? null : 2 * passes > scores.length ? 1 : 0;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
}

export function judgementFailure(judgements: readonly Judgement[]): string {
  const failed = judgements.find(({ state }) => state === 'failed');
  const said = `the judge failed (${failed?.reason ?? 'unknown'}): ${failed?.message ?? ''}`;
  const reply = failed && unreadReply(failed);
  return typeof reply === 'string' ? `${said}. ${quoteReply(reply)}` : said;
}

const MAX_QUOTED = 300;

/** The beginning of an unreadable response, as a sentence. */
export function quoteReply(reply: string): string {
  const shown = reply.trim();
  if (shown === '') return 'Its response was empty.';
  return `Its response: “${shown.slice(0, MAX_QUOTED)}${shown.length > MAX_QUOTED ? '…' : ''}”`;
}

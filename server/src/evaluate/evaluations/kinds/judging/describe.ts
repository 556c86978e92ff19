import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets are asked by a custom prompt, and criteria with graders and judges say how good the answers are. */
export interface PlannedJudging extends PlannedOfKind<'judging'> {
  custom: PlannedCustom;
}

/** One criterion of a custom evaluation. It has no units of its own. */
export interface PlannedCriterionScore extends PlannedOfKind<'judging-criterion'> {
  /** Whose answers it grades: a place in the plan, and one among its criteria; of one alone the whole is its score. */
  criterion: { of: number; index: number; isOnly?: true };
}

/** How a judge grades a criterion. */
export type Scale = 'one_to_five' | 'pass_fail';

/** What judges do: grade one answer by criteria, or say which of two they prefer. */
export type JudgeMode = 'criteria' | 'pairwise';

/** A criterion as it is graded. */
export interface PlannedCriterion {
  name: string;
  /** Share of the sum of all weights. */
  weight: number;
  /** Null for a built-in grader, which each item has with its expected answer. */
  judged: { description: string; scale: Scale } | null;
}

/** Settings that determine the scores of a custom evaluation, beside its items. */
export interface PlannedCustom {
  criteria: PlannedCriterion[];
  /** What judges are told beside the criteria; null = nothing. */
  instructions: string | null;
  /** SHA-256 in hex of what judges are told, by what they do; absent in old plans. */
  judgePrompts?: Partial<Record<JudgeMode, string>>;
}

export const judgingDescription: KindDescription<PlannedJudging> = {
  kind: 'judging',
  asks: 'targets',
  scored: true,
  margins: () => ['score'],
  isOwn: true,
};

export const criterionDescription: KindDescription<PlannedCriterionScore> = {
  kind: 'judging-criterion',
  asks: 'nobody',
  scored: true,
  explains: ({ criterion }) => criterion.isOnly === true,
  restsOn: ({ criterion }) => criterion.of,
  scoreIndex: ({ criterion }) => criterion.index,
};

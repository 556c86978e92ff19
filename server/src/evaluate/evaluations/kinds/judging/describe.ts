import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets receive a custom prompt, and graders and judges grade the responses by criteria. */
export interface PlannedJudging extends PlannedOfKind<'judging'> {
  custom: PlannedCustom;
}

/** One criterion of a custom evaluation. It has no units of its own. */
export interface PlannedCriterionScore extends PlannedOfKind<'judging-criterion'> {
  /**
   * The graded benchmark's index in the plan and the criterion's index. `isOnly`: it is the only criterion, so its
   * score is the overall one.
   */
  criterion: { of: number; index: number; isOnly?: true };
}

/** How a judge grades a criterion. */
export type Scale = 'one_to_five' | 'pass_fail';

/** What a judge does: grade one response by criteria, or choose the better of two. */
export type JudgeMode = 'criteria' | 'pairwise';

/** A criterion of the plan. */
export interface PlannedCriterion {
  name: string;
  /** Share of the sum of all weights. */
  weight: number;
  /** Null for a built-in grader; the item then contains the grader with its expected answer. */
  judged: { description: string; scale: Scale } | null;
}

/** Settings that determine the scores of a custom evaluation, apart from its items. */
export interface PlannedCustom {
  criteria: PlannedCriterion[];
  /** Instructions to the judge in addition to the criteria; null = none. */
  instructions: string | null;
  /** SHA-256 in hex of the judge's prompt by mode; absent in old plans. */
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

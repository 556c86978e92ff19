import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets are called, and a grader or a dataset defines what is right. */
export type PlannedAnswers = PlannedOfKind<'answers'>;

export const answersDescription: KindDescription<PlannedAnswers> = {
  kind: 'answers',
  asks: 'targets',
  scored: true,
  margins: () => ['score'],
};

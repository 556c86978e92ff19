import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets solve tasks in conversations with simulated tools. */
export type PlannedTasks = PlannedOfKind<'tasks'>;

export const tasksDescription: KindDescription<PlannedTasks> = {
  kind: 'tasks',
  asks: 'targets',
  scored: true,
  margins: () => ['success', 'cost_ratio'],
  isManyCalls: true,
};

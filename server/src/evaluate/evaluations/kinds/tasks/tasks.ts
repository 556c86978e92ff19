import type { Kind } from '../kind.ts';
import { type MeasuredTasks, measureTasks } from './aggregate.ts';
import type { PlannedTasks } from './describe.ts';
import { tasksEstimate } from './estimate.ts';
import { TASK_GRADER_VERSION } from './grade-conversation.ts';
import { solvedTaskCostNoWorse } from './no-worse.ts';
import { tasksPlan } from './plan.ts';
import { presentTranscript } from './present.ts';
import { reportTasks, taskMetrics } from './report.ts';
import { runTasks } from './run.ts';
import { taskTrial } from './trial.ts';

/** Tasks that are solved in conversations with simulated tools and users. A unit is one conversation. */
export const tasksKind: Kind<PlannedTasks, MeasuredTasks[]> = {
  name: 'tasks',
  inLanes: true,
  plan: tasksPlan,
  estimate: tasksEstimate,
  gradedBy: TASK_GRADER_VERSION,
  trialRequest: taskTrial,
  ...runTasks,
  aggregate: measureTasks,
  metrics: taskMetrics,
  noWorse: solvedTaskCostNoWorse,
  report: reportTasks,
  present: presentTranscript,
  // Exports with one line per sample contain the response without the conversation.
  line: ({ transcript: _, ...sample }) => sample,
};

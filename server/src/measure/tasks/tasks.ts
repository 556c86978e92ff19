/*
 * The public functions of tasks: conversations with simulated tools, and how they are graded. Data and pure functions;
 * calling models and storing results is done by evaluations. The format:
 * docs/how-to/tasks-and-agents.md#measure-tasks-with-tools.
 */
export { type Check, gradeSteps } from './grade-steps.ts';
export { readTask } from './read-task.ts';
export { replayChanges, SimulationFailed } from './rules.ts';
export { createSimulatedWorld, readArguments, type SimulatedWorld } from './simulated-tools.ts';
export { createScriptedUser } from './simulated-user.ts';
export type { Task, TaskGrader, TaskLimits } from './task.ts';
export { type Step, toolSteps } from './transcript.ts';

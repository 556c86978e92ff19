import type { GradedBy } from '../../../../measure/graders/graders.ts';
import { type Check, gradeSteps, type Step, type Task } from '../../../../measure/tasks/tasks.ts';
import type { Unit } from '../../plan/plan.ts';
import type { HelperModels } from '../../run/helper-models.ts';
import type { Run } from '../../run/run.ts';
import type { GradedColumns } from '../../stores/sample-store.ts';
import { readTurns } from '../../stores/turn-store.ts';
import { scoredGrade, unscoredGrade, withGraderVersions } from '../answers/grade-answer.ts';
import { JUDGE_READER_VERSION } from '../judging/prompt/judge-reply.ts';
import { judgeConversationSteps } from './judge-steps.ts';
import { helperCost } from './record.ts';
import { type ConversationEnd, type EndReason, readConversation } from './steps.ts';

/**
 * Version of the rules that decide whether a task is solved. Increment it with every change that may grade a
 * conversation differently.
 */
export const TASK_GRADER_VERSION: GradedBy = { tasks: 1 };

/** Ends that do not show whether the task was solved. */
const UNGRADED_ENDS: readonly EndReason[] = [
  'simulated_tool',
  'simulated_user',
  'truncated',
  'content_filter',
];

/**
 * Grades a conversation from its stored steps: 1 if every grader passed and no limit was reached, else 0; unscored if
 * the simulation or a judge failed. Null if the budget for a judge is spent.
 */
export async function gradeConversation(
  run: Run,
  unit: Unit,
  task: Task,
  helpers: HelperModels,
): Promise<GradedColumns | null> {
  const rows = await readTurns(run.deps.db, run.held, unit.unit);
  const { steps, end } = readConversation(rows);
  if (end === null) throw new Error(`The conversation of unit ${unit.unit} has not ended.`);
  if (UNGRADED_ENDS.includes(end.reason)) {
    return withGraderVersions(TASK_GRADER_VERSION, {
      ...unscoredGrade(end.reason, end.message),
      grading_cost: helperCost(rows),
    });
  }
  const judged = await judgeConversationSteps(run, unit, task, helpers, { rows, steps });
  if (judged === null) return null;
  const grading_cost = helperCost([...rows, ...judged.added]);
  const versions = {
    ...TASK_GRADER_VERSION,
    ...(task.graders.some(({ type }) => type === 'judge') && JUDGE_READER_VERSION),
  };
  if ('failed' in judged)
    return withGraderVersions(versions, { ...unscoredGrade('judge_failed', judged.failed), grading_cost });
  return withGraderVersions(versions, { ...gradeOf(task, judged.steps, end), grading_cost });
}

/** The grade by deterministic graders and the stored judgements. */
function gradeOf(task: Task, steps: readonly Step[], { reason }: ConversationEnd): GradedColumns {
  const checks = gradeSteps(task, steps);
  const isOver = reason === 'user';
  const solved = isOver && checks.every(({ passed }) => passed === true);
  const said = [...(isOver ? [] : [endSentence(reason)]), ...checks.flatMap(sentenceOf)];
  return {
    ...scoredGrade(solved ? 'right' : 'wrong', solved ? 1 : 0),
    reason: isOver ? null : reason,
    message: said.length === 0 ? null : said.join(' ').slice(0, MAX_SAID),
    details_json: JSON.stringify(
      Object.fromEntries(checks.map(({ name, passed, share }) => [name, share ?? Number(passed)])),
    ),
  };
}

const MAX_SAID = 2000;

const sentenceOf = ({ name, passed, message }: Check) =>
  passed === true || message === null ? [] : [`${name}: ${message}`];

function endSentence(reason: EndReason): string {
  if (reason === 'silence') return 'The target’s response had neither text nor tool calls.';
  return `The conversation ended at the task's limit of ${reason.replace('limit_', '')}.`;
}

import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import { createSimulatedWorld, type Task } from '../../../../measure/tasks/tasks.ts';
import { type Unit, unitAt } from '../../plan/plan.ts';
import { runUnitsBounded } from '../../run/bounded-concurrency.ts';
import { createHelperModels, type HelperModels } from '../../run/helper-models.ts';
import type { ModelSlot } from '../../run/model-slot.ts';
import { rescoreBenchmarks } from '../../run/rescore-benchmarks.ts';
import { type Run, stopReasonOfRun } from '../../run/run.ts';
import { readAnswersOfBenchmark, readSample } from '../../stores/sample-store.ts';
import { readTurns } from '../../stores/turn-store.ts';
import { pendingUnits } from '../answers/run.ts';
import type { Kind } from '../kind.ts';
import { createApplicationReplies } from './application-replies.ts';
import type { Conversation, Stop } from './conversation.ts';
import { gradeConversation } from './grade-conversation.ts';
import { createModelReplies } from './model-replies.ts';
import { openConversationRecord } from './record.ts';
import { createUserTurns } from './user-turns.ts';

/**
 * Runs units that are conversations. Each step is stored as it happens. An interrupted conversation restarts with a
 * new state, and its cost is kept. A conversation that ended is graded from its stored steps and never repeated.
 */
export const runTasks: Required<Pick<Kind, 'run' | 'rescore'>> = {
  async run(run, benchmarks) {
    const helpers = createHelperModels(run);
    await runUnitsBounded(run, pendingUnits(run, benchmarks), async (number) => {
      const unit = unitAt(run.plan, number);
      const item = await run.itemOf(unit.benchmark, unit.item);
      const task = taskOf(item);
      if (!run.completed.isAnswered(number)) {
        const stop = await holdConversation(run, unit, item, helpers);
        if ('pending' in stop) return;
        if ('failure' in stop) return run.ended();
      }
      const graded = await gradeConversation(run, unit, task, helpers);
      if (graded === null) return;
      await run.ledger.grade(number, graded);
      run.ended();
    });
    return stopReasonOfRun(run) ?? helpers.whyStopped();
  },

  async rescore(run, benchmarks) {
    const helpers = createHelperModels(run);
    await rescoreBenchmarks(run, benchmarks, readAnswersOfBenchmark, async (benchmark, page) => {
      for (const { unit, item } of page) {
        const task = taskOf(await run.itemOf(benchmark, item));
        const graded = await gradeConversation(run, unitAt(run.plan, unit), task, helpers);
        if (graded !== null) await run.ledger.grade(unit, graded);
      }
    });
  },
};

function taskOf({ id, task }: Item): Task {
  if (task === undefined) throw new Error(`Item ${id} is not a task.`);
  return task;
}

/** Runs a conversation to its end and stores how it ended; `pending` if the budget or an account is exhausted. */
async function holdConversation(run: Run, unit: Unit, item: Item, helpers: HelperModels): Promise<Stop> {
  const task = taskOf(item);
  const { db } = run.deps;
  const isBegun = (await readSample(db, run.held, unit.unit)) !== undefined;
  const earlier = isBegun ? await readTurns(db, run.held, unit.unit) : [];
  const record = openConversationRecord(run, unit, earlier);
  const conversation: Conversation = { run, unit, task, world: createSimulatedWorld(task), record };
  const stop = await takeTurns(conversation, item, helpers);
  if ('end' in stop) await record.end(stop.end, stop.taken);
  else if ('failure' in stop) await record.fail(stop.failure);
  return stop;
}

async function takeTurns(conversation: Conversation, item: Item, helpers: HelperModels): Promise<Stop> {
  const { run, unit, task, record } = conversation;
  const slot = run.targets[unit.target] as ModelSlot;
  const answer = slot.target.endpoint
    ? createApplicationReplies(conversation, slot, item)
    : createModelReplies(conversation, slot);
  const nextTurn = createUserTurns(conversation, helpers);
  let said = task.messages.at(-1)?.content ?? '';
  record.add({ kind: 'user', text: said });
  for (let turn = 1; ; turn++) {
    const stop = await answer(said);
    if (stop !== null) return stop;
    const next = await nextTurn();
    if (!('text' in next)) return next;
    if (turn >= task.limits.turns) return { end: { reason: 'limit_turns', message: null } };
    said = next.text;
  }
}

import { toUsdNumber } from '../../../../kernel/money.ts';
import { gradeSteps, replayChanges, toolSteps } from '../../../../measure/tasks/tasks.ts';
import type { Sample } from '../../schemas/sample-schemas.ts';
import { readTurns, type TurnRow } from '../../stores/turn-store.ts';
import type { PresentContext } from '../kind.ts';
import { parseStep, readConversation, rowsOfLastAttempt } from './steps.ts';

/** The conversation of a sample: its last attempt, the state before and after it, and the result of each grader. */
export async function presentTranscript({
  db,
  row,
  item,
}: PresentContext): Promise<Pick<Sample, 'transcript'>> {
  const { task } = item;
  if (task === undefined) return {};
  const rows = await readTurns(db, { workspaceId: row.workspace_id, id: row.evaluation_id }, row.unit);
  const { steps, end } = readConversation(rows);
  const changes = toolSteps(steps).flatMap((step) => step.changes);
  return {
    transcript: {
      beginnings: rows.at(-1)?.beginning ?? 0,
      state_before: task.state,
      state_after: replayChanges(task.state, changes),
      steps: rowsOfLastAttempt(rows).map(toStep),
      checks:
        end === null
          ? []
          : gradeSteps(task, steps).map(({ name, passed, message }) => ({ name, passed, message })),
    },
  };
}

type ShownTranscript = NonNullable<Sample['transcript']>['steps'][number];

function toStep(row: TurnRow): ShownTranscript {
  const step = parseStep(row);
  const taken = row.kind === 'call' ? {} : spentOnStep(row);
  if (step.kind === 'judge') {
    const { kind, judge, grades, reply } = step;
    return { kind, name: judge, grades, ...(reply !== undefined && { text: reply }), ...taken };
  }
  if (step.kind === 'end') {
    return {
      kind: step.kind,
      reason: step.reason,
      ...(step.message !== null && { text: step.message }),
      ...taken,
    };
  }
  if (step.kind === 'call') {
    const { kind, name, arguments: args, result, failed, changes } = step;
    return { kind, name, arguments: args, result, failed, changes };
  }
  return { kind: step.kind, text: step.text, ...taken };
}

/** Tokens, cost and time of the model call of a step; empty if there was none. */
function spentOnStep({ cost, latency_ms, input_tokens, output_tokens }: TurnRow): Partial<ShownTranscript> {
  if (latency_ms === null) return {};
  return {
    cost_usd: cost === null ? null : toUsdNumber(BigInt(cost)),
    latency_ms,
    input_tokens,
    output_tokens,
  };
}

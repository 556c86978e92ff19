import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import type { Step, Task, TaskGrader } from '../../../../measure/tasks/tasks.ts';
import type { ChatOutcome } from '../../../../models/models.ts';
import { sentSeed, type Unit } from '../../plan/plan.ts';
import { askPaid } from '../../run/ask-paid.ts';
import type { HelperModels } from '../../run/helper-models.ts';
import type { Run } from '../../run/run.ts';
import type { NewTurn, TurnRow } from '../../stores/turn-store.ts';
import { MAX_UNREAD_REPLY_LENGTH } from '../judging/ask-judge.ts';
import { quoteReply } from '../judging/panel.ts';
import { gradingInstructions, gradingPrompt, repairPrompt } from '../judging/prompt/judge-prompt.ts';
import { readGrades } from '../judging/prompt/judge-reply.ts';
import { type SpentOnTurn, spentByAnswer } from './record.ts';
import { rowsOfLastAttempt } from './steps.ts';

type JudgeGrader = Extract<TaskGrader, { type: 'judge' }>;

interface KeptConversation {
  rows: readonly TurnRow[];
  steps: readonly Step[];
}

type JudgedStep = { steps: Step[]; added: NewTurn[] } | { failed: string; added: NewTurn[] };

/**
 * The steps with the judgements of every judge of the task; stored judgements are kept. Null if the budget or an
 * account is exhausted.
 */
export async function judgeConversationSteps(
  run: Run,
  unit: Unit,
  task: Task,
  helpers: HelperModels,
  { rows, steps }: KeptConversation,
): Promise<JudgedStep | null> {
  const all = [...steps];
  const added: NewTurn[] = [];
  const { beginning = 1, ordinal = 0 } = rowsOfLastAttempt(rows).at(-1) ?? {};
  let number = 0;
  for (const grader of task.graders) {
    if (grader.type !== 'judge') continue;
    number++;
    const judge = number === 1 ? 'judge' : `judge ${number}`;
    if (steps.some((step) => step.kind === 'judge' && step.judge === judge)) continue;
    const said = await ask(run, unit, grader, transcriptOf(task, steps), helpers);
    if (said === null) return null;
    const step: Step | null = said.grades && { kind: 'judge', judge, grades: said.grades };
    const turn: NewTurn = {
      unit: unit.unit,
      beginning,
      ordinal: ordinal + added.length + 1,
      kind: 'judge',
      step_json: sanitizeText(
        JSON.stringify(step ?? { kind: 'judge', judge: `${judge} (failed)`, grades: [], reply: said.reply }),
      ),
      ...said.taken,
      created_at: run.deps.clock.now(),
    };
    added.push(turn);
    await run.ledger.say([turn], null);
    if (step === null) return { failed: said.problem, added };
    all.push(step);
  }
  return { steps: all, added };
}

interface SaidByJudge {
  grades: { name: string; score: number; reason: string }[] | null;
  problem: string;
  /** The unreadable response, if that is the problem. */
  reply?: string;
  taken: SpentOnTurn;
}

/** Calls a judge, a second time if its response cannot be read. */
async function ask(
  run: Run,
  unit: Unit,
  { model, criteria }: JudgeGrader,
  transcript: { task: string; answer: string },
  helpers: HelperModels,
): Promise<SaidByJudge | null> {
  const slot = helpers.slotOf(model);
  const asked = criteria.map((one, index) => ({ index, ...one, scale: 'pass_fail' as const }));
  const prompt = gradingPrompt(gradingInstructions(asked, null), { ...transcript, reference: '' });
  const taken: SpentOnTurn = { input_tokens: null, output_tokens: null, cost: null, latency_ms: null };
  let { messages } = prompt;
  let [problem, reply] = ['', ''];
  const seed = sentSeed(run.plan);
  for (let repair = 0; repair < 2; repair++) {
    const outcome: ChatOutcome | null = await askPaid(run, {
      slot,
      payer: `helper ${slot.target.label}`,
      request: { messages, ...(seed !== undefined && { seed }) },
      id: `judge-${unit.unit}-${repair}`,
      async keep(answer) {
        addTo(taken, spentByAnswer(answer, slot.connection.price));
      },
    });
    if (outcome === null) return null;
    if (!outcome.ok)
      return { grades: null, problem: `${slot.target.label} failed: ${outcome.message}`, taken };
    const read = readGrades(outcome.text, prompt, asked);
    if ('said' in read) {
      const grades = read.said.map(({ index, score, reason }) => ({
        name: criteria[index]?.name ?? '',
        score,
        reason,
      }));
      return { grades, problem: '', taken };
    }
    reply = outcome.text;
    problem = `The response of ${slot.target.label} could not be read: ${read.problem}. ${quoteReply(reply)}`;
    ({ messages } = repairPrompt(prompt, reply, read.problem));
  }
  return { grades: null, problem, reply: reply.slice(0, MAX_UNREAD_REPLY_LENGTH), taken };
}

function addTo(sum: SpentOnTurn, more: SpentOnTurn): void {
  for (const key of Object.keys(sum) as (keyof SpentOnTurn)[]) {
    const value = more[key];
    if (value !== null) sum[key] = (sum[key] ?? 0) + value;
  }
}

/** What a judge sees: the first messages to the target, and all later messages and calls. */
function transcriptOf({ messages }: Task, steps: readonly Step[]): { task: string; answer: string } {
  const opening = messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n');
  const lines = steps.slice(1).flatMap((step) => {
    if (step.kind === 'user') return [`user: ${step.text}`];
    if (step.kind === 'reply') return step.text === '' ? [] : [`assistant: ${step.text}`];
    if (step.kind !== 'call') return [];
    return [
      `assistant calls ${step.name}(${JSON.stringify(step.arguments)})`,
      `tool: ${JSON.stringify(step.result)}`,
    ];
  });
  return { task: opening, answer: lines.join('\n\n') };
}

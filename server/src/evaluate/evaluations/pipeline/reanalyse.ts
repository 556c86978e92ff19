import { withoutStop } from '@touchstone/report/figures';
import { AppError, impossible } from '../../../kernel/errors.ts';
import type { Database } from '../../../platform/db/db.ts';
import { checkNoWorse, type NoWorseQuestion, noWorseQuestion } from '../plan/no-worse.ts';
import { countUnits, type Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { NoWorse } from '../schemas/no-worse-schemas.ts';
import type { Reanalysis, ReanalysisInput } from '../schemas/reanalysis-schemas.ts';
import { measure } from './measure.ts';
import { answerNoWorse } from './no-worse.ts';
import { countRequests } from './partial-results.ts';

/**
 * Above this many units and requests of load a request does not read them all: the thread that long reads share would
 * be held for seconds.
 */
const MOST_READ = 200_000;

/**
 * Which candidates are no worse by other margins, or than another baseline, from the answers that are there. Nothing is asked and
 * nothing is stored: what was stated before the run stays the answer, and every figure of this is marked as exploratory, since
 * margins that are chosen after the answers can be chosen to fit them. Throws `wrong_state` where not everything is measured, and
 * `impossible` where nothing is changed or the plan does not measure what is asked.
 */
export async function reanalyse(
  db: Database,
  { evaluation, plan }: { evaluation: Evaluation; plan: Plan },
  input: ReanalysisInput,
): Promise<Reanalysis> {
  if (evaluation.results === null || evaluation.results.provisional)
    throw new AppError(
      'wrong_state',
      `This evaluation is ${evaluation.status}; it can be reanalysed once everything is measured.`,
    );
  const read = countUnits(plan) + countRequests(plan);
  if (read > MOST_READ)
    throw new AppError(
      'limit_exceeded',
      `This evaluation has ${read} responses, including load; reanalysis is limited to ${MOST_READ}. Export them instead.`,
    );
  const stated = statedOf(plan);
  const asked = askedOf(stated, input);
  const other: Plan = { ...plan, methodology: { ...plan.methodology, question: 'no_worse', ...asked } };
  checkAsked(other);
  if (stated !== null && isSame(stated, asked))
    throw impossible(
      '',
      'These values were stated before the run; see results.no_worse. Change a margin or the baseline.',
    );
  const of = { workspaceId: evaluation.workspace_id, id: evaluation.id };
  const { aggregate, measured } = await measure(db, of, plan);
  const no_worse = await answerNoWorse(other, aggregate, measured);
  if (no_worse === undefined) throw new Error('A validated question has no result.');
  return { evaluation_id: evaluation.id, stated, asked, note: noteOf(stated), no_worse: marked(no_worse) };
}

type Asked = Reanalysis['asked'];

function statedOf(plan: Plan): Asked | null {
  const question: NoWorseQuestion | null = noWorseQuestion(plan);
  const baseline = question && plan.targets[question.baseline]?.label;
  return question === null || baseline == null ? null : { baseline, no_worse_margins: question.margins };
}

function askedOf(stated: Asked | null, input: ReanalysisInput): Asked {
  const baseline = input.baseline ?? stated?.baseline;
  const no_worse_margins = input.no_worse_margins ?? stated?.no_worse_margins;
  if (baseline === undefined)
    throw impossible(
      '/baseline',
      'This evaluation stated no baseline; set the label of the target to compare with.',
    );
  if (no_worse_margins === undefined)
    throw impossible(
      '/no_worse_margins',
      'This evaluation stated no margins; set at least one of score, success, latency_ratio and cost_ratio.',
    );
  return { baseline, no_worse_margins };
}

/** The checks of a new evaluation, which name places in its methodology. */
function checkAsked(plan: Plan): void {
  try {
    checkNoWorse(plan);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = error.errors.map(({ pointer, detail }) => ({
      pointer: pointer.replace(/^\/methodology/, ''),
      detail,
    }));
    throw new AppError(error.code, error.message, { errors });
  }
}

const sorted = ({ no_worse_margins }: Asked) =>
  Object.entries(no_worse_margins).sort(([a], [b]) => (a < b ? -1 : 1));
const isSame = (one: Asked, other: Asked) =>
  one.baseline === other.baseline && JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const noteOf = (stated: Asked | null) =>
  stated === null
    ? 'Exploratory: margins and baseline were chosen after the responses were known. To base a decision on them, state them in a new evaluation.'
    : 'Exploratory: margins or baseline were changed after the responses were known. The evaluation’s result uses those stated before its run. To base a decision on these, state them in a new evaluation.';

const MARK = ' (exploratory: chosen after the responses were known)';
const withMark = (sentence: string) => `${withoutStop(sentence)}${MARK}.`;

function marked(no_worse: NoWorse): NoWorse {
  return {
    ...no_worse,
    candidates: no_worse.candidates.map((one) => ({ ...one, sentence: withMark(one.sentence) })),
    measures: no_worse.measures.map((one) => ({
      ...one,
      exploratory: true,
      sentence: withMark(one.sentence),
    })),
  };
}

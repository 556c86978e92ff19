import { withoutFullStop } from '@touchstone/report/figures';
import { AppError, impossibleField } from '../../../kernel/errors.ts';
import type { Database } from '../../../platform/db/db.ts';
import { checkNoWorse, type NoWorseQuestion, noWorseQuestion } from '../plan/no-worse.ts';
import { countUnits, type Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { NoWorse } from '../schemas/no-worse-schemas.ts';
import type { Reanalysis, ReanalysisInput } from '../schemas/reanalysis-schemas.ts';
import { measureEvaluation } from './measure.ts';
import { decideNoWorseOfPlan } from './no-worse.ts';
import { countRequests } from './partial-results.ts';

/**
 * With more units and load requests than this, a request does not read them all, because it would block the thread of
 * long reads for seconds.
 */
const MAX_READ = 200_000;

/**
 * Reports which candidates are no worse with other margins or another baseline, from existing responses. Nothing is
 * sent or stored: the stated result is kept, and all these figures are marked exploratory, because margins chosen
 * afterwards can be chosen to fit. Throws `wrong_state` if not everything is measured, and `impossible` if nothing is
 * changed or the plan does not measure it.
 */
export async function reanalyseEvaluation(
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
  if (read > MAX_READ)
    throw new AppError(
      'limit_exceeded',
      `This evaluation has ${read} responses, including load; reanalysis is limited to ${MAX_READ}. Export them instead.`,
    );
  const stated = statedMethodology(plan);
  const asked = askedMethodology(stated, input);
  const other: Plan = { ...plan, methodology: { ...plan.methodology, question: 'no_worse', ...asked } };
  checkAsked(other);
  if (stated !== null && isSame(stated, asked))
    throw impossibleField(
      '',
      'These values were stated before the run; see results.no_worse. Change a margin or the baseline.',
    );
  const of = { workspaceId: evaluation.workspace_id, id: evaluation.id };
  const { aggregate, measured } = await measureEvaluation(db, of, plan);
  const no_worse = await decideNoWorseOfPlan(other, aggregate, measured);
  if (no_worse === undefined) throw new Error('A validated question has no result.');
  return {
    evaluation_id: evaluation.id,
    stated,
    asked,
    note: noteOf(stated),
    no_worse: markAsReanalysis(no_worse),
  };
}

type AskedMethodology = Reanalysis['asked'];

function statedMethodology(plan: Plan): AskedMethodology | null {
  const question: NoWorseQuestion | null = noWorseQuestion(plan);
  const baseline = question && plan.targets[question.baseline]?.label;
  return question === null || baseline == null ? null : { baseline, no_worse_margins: question.margins };
}

function askedMethodology(stated: AskedMethodology | null, input: ReanalysisInput): AskedMethodology {
  const baseline = input.baseline ?? stated?.baseline;
  const no_worse_margins = input.no_worse_margins ?? stated?.no_worse_margins;
  if (baseline === undefined)
    throw impossibleField(
      '/baseline',
      'This evaluation stated no baseline; set the label of the target to compare with.',
    );
  if (no_worse_margins === undefined)
    throw impossibleField(
      '/no_worse_margins',
      'This evaluation stated no margins; set at least one of score, success, latency_ratio and cost_ratio.',
    );
  return { baseline, no_worse_margins };
}

/** Applies the checks of a new evaluation, whose errors point into its methodology. */
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

const sortMargins = ({ no_worse_margins }: AskedMethodology) =>
  Object.entries(no_worse_margins).sort(([a], [b]) => (a < b ? -1 : 1));
const isSame = (one: AskedMethodology, other: AskedMethodology) =>
  one.baseline === other.baseline && JSON.stringify(sortMargins(one)) === JSON.stringify(sortMargins(other));

const noteOf = (stated: AskedMethodology | null) =>
  stated === null
    ? 'Exploratory: margins and baseline were chosen after the responses were known. To base a decision on them, state them in a new evaluation.'
    : 'Exploratory: margins or baseline were changed after the responses were known. The evaluation’s result uses those stated before its run. To base a decision on these, state them in a new evaluation.';

const REANALYSIS_MARK = ' (exploratory: chosen after the responses were known)';
const withMark = (sentence: string) => `${withoutFullStop(sentence)}${REANALYSIS_MARK}.`;

function markAsReanalysis(no_worse: NoWorse): NoWorse {
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

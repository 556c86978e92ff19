import { benchmarkAt, type Unit, unitNumber } from '../../plan/plan.ts';
import { answerFromRow } from '../../run/call-model.ts';
import type { Run } from '../../run/run.ts';
import { type GradedColumns, readSample, type SampleRow } from '../../stores/sample-store.ts';
import { scoredGrade, unscoredGrade, withGraderVersions } from '../answers/grade-answer.ts';
import { askJudge } from '../judging/ask-judge.ts';
import { askPanel } from '../judging/ask-panel.ts';
import { comparingInstructions, comparingPrompt } from '../judging/comparing-prompt.ts';
import { scoresWithoutJudge } from '../judging/criterion-scores.ts';
import { promptText, referenceAnswer } from '../judging/judge-answer.ts';
import { JUDGE_READER_VERSION, readPreference } from '../judging/prompt/judge-reply.ts';
import { panelPreference } from './panel-preference.ts';

/** Compares the responses of a unit's two targets by judges; null while a response or judgement may still arrive. */
export async function comparePair(run: Run, unit: Unit): Promise<GradedColumns | null> {
  const samples = await readAnswers(run, unit);
  if (samples === null) return null;
  const failed = samples.find(({ state }) => state === 'failed');
  if (failed) return missingAnswer(run, failed);
  const answers = samples.map(answerFromRow);
  const given = answers.map(scoresWithoutJudge);
  for (const [i, one] of given.entries()) {
    if (one !== null && 'unscored' in one)
      return withGraderVersions(
        JUDGE_READER_VERSION,
        unscoredGrade(one.unscored, `the answer of ${labelOf(run, samples[i])}`),
      );
  }
  const [a, b] = given.map((one) => one !== null);
  // An empty response loses to any other and ties with another empty one.
  if (a || b) {
    const silent = samples.filter((_, i) => given[i] !== null).map((sample) => labelOf(run, sample));
    const message = `No judge was called: ${silent.join(' and ')} gave an empty response.`;
    return withGraderVersions(JUDGE_READER_VERSION, {
      ...scoredGrade('compared', a && b ? 0.5 : a ? 0 : 1),
      message,
    });
  }
  return judgePair(run, unit, answers.map(({ text }) => text) as [string, string]);
}

async function judgePair(
  run: Run,
  unit: Unit,
  [a, b]: readonly [string, string],
): Promise<GradedColumns | null> {
  const custom = answersOf(run, unit);
  const item = await run.itemOf(custom.of, unit.item);
  const shown = { task: promptText(item), reference: referenceAnswer(item) };
  const told = comparingInstructions(custom.criteria, custom.instructions);
  const judgements = await askPanel(run, unit.unit, [0, 1], (judgement) => {
    const [first, second] = judgement.key.swapped === 0 ? [a, b] : [b, a];
    return askJudge(run, judgement, comparingPrompt(told, { ...shown, first, second }), readPreference);
  });
  if (judgements === null) return null;
  const preference = panelPreference(judgements, run.judges.length);
  return withGraderVersions(
    JUDGE_READER_VERSION,
    'score' in preference
      ? scoredGrade('compared', preference.score)
      : unscoredGrade(preference.unscored, preference.message),
  );
}

/** The custom evaluation whose responses are compared, and its index in the plan. */
function answersOf({ plan }: Run, { benchmark }: Unit) {
  const { of } = benchmarkAt(plan, benchmark, 'preference').pairs;
  return { ...benchmarkAt(plan, of, 'judging').custom, of };
}

/** The samples of both targets; null while one is missing. */
async function readAnswers(run: Run, unit: Unit): Promise<SampleRow[] | null> {
  const { of } = answersOf(run, unit);
  const { item, epoch, target, against = target } = unit;
  const samples: SampleRow[] = [];
  for (const one of [target, against]) {
    const number = unitNumber(run.plan, { benchmark: of, item, epoch, target: one });
    const sample = await readSample(run.deps.db, run.held, number);
    if (!sample) return null;
    samples.push(sample);
  }
  return samples;
}

function labelOf({ plan }: Run, sample: Pick<SampleRow, 'target'> | undefined): string {
  return plan.targets[sample?.target ?? -1]?.label ?? '';
}

/** Fails with the reason of the missing response, so that both are repeated together. */
function missingAnswer(run: Run, sample: SampleRow): GradedColumns {
  const why = unscoredGrade(
    'answer_missing',
    `${labelOf(run, sample)} gave no response (${sample.reason ?? 'unknown'})`,
  );
  return { ...why, state: 'failed', outcome: 'failed' };
}

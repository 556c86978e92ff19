import { type GradedBy, gradedBy, unreadable } from '../../../../measure/graders/graders.ts';
import {
  isRefusal,
  measureRanking,
  type RetrievalItem,
  readCitations,
  withoutCitations,
} from '../../../../measure/retrieval/retrieval.ts';
import { benchmarkAt } from '../../plan/plan.ts';
import type { KeptAnswer } from '../../run/call-model.ts';
import { gradeByItem, scoredGrade, unscoredGrade, withGraderVersions } from '../answers/grade-answer.ts';
import type { GradeAnswer } from '../answers/how-graded.ts';
import { type Measure, RETRIEVAL_MEASURES } from './measures.ts';

/**
 * Version of the measurement of chunks, citations and refusals. Increment it with every change that may give a
 * response other figures.
 */
export const RETRIEVAL_READER_VERSION: GradedBy = { passages: 1 };

/**
 * Grades a response from chunks. For an unanswerable question: whether it refuses. Otherwise: the grade of the
 * response without its citations, and the measures of its chunks and citations.
 */
export const gradeFromPassages: GradeAnswer = async (run, item, answer, unit) => {
  const of = item.retrieval;
  if (of === undefined) throw new Error(`Item ${item.id} has no passages.`);
  if (!of.isAnswerable) {
    const why = unreadable(answer);
    if (why !== null && why !== 'empty')
      return withGraderVersions(RETRIEVAL_READER_VERSION, unscoredGrade(why, null));
    const refused = isRefusal(answer.text, of.refusal);
    return withGraderVersions(
      RETRIEVAL_READER_VERSION,
      scoredGrade(refused ? 'right' : 'wrong', refused ? 1 : 0),
    );
  }
  const text = withoutCitations(answer.text, answer.passages ?? []);
  // A refusal is not a paraphrased answer, so no grader is chosen by default.
  const { chosen, ...named } = item.grader;
  const grader = chosen && !isRefusal(answer.text, of.refusal) ? item.grader : named;
  const graded = await gradeByItem(run, { ...item, grader }, { ...answer, text });
  if (of.condition !== 'retrieved') return graded;
  const { k } = benchmarkAt(run.plan, unit.benchmark, 'retrieval').retrieval;
  const measured = measuresOf(of, answer, k);
  // A truncated response has no complete citations, but its chunks are known.
  const isRead = graded.state === 'scored';
  const known = (name: Measure) => isRead || ['recall', 'precision', 'ndcg'].includes(name);
  const scores_json = JSON.stringify(RETRIEVAL_MEASURES.map((name) => (known(name) ? measured[name] : null)));
  return withGraderVersions(
    { ...gradedBy(item.grader), ...RETRIEVAL_READER_VERSION },
    { ...graded, scores_json },
  );
};

/** All measures of a response to an answerable question. */
function measuresOf(
  { relevant, refusal }: RetrievalItem,
  { text, passages = [] }: Pick<KeptAnswer, 'text' | 'passages'>,
  k: number,
): Record<Measure, number> {
  const { recall, precision, ndcg } = measureRanking(passages, relevant, k);
  const cited = readCitations(text, passages, relevant);
  return {
    recall,
    precision,
    ndcg,
    citation_precision: cited.precision,
    citation_recall: cited.recall,
    answered: isRefusal(text, refusal) ? 0 : 1,
  };
}

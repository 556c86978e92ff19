import { type GradedBy, gradedBy, unreadable } from '../../../../measure/graders/graders.ts';
import {
  citationsOf,
  isRefusal,
  type RetrievalItem,
  rankingOf,
  withoutCitations,
} from '../../../../measure/retrieval/retrieval.ts';
import { benchmarkAt } from '../../plan/plan.ts';
import type { KeptAnswer } from '../../run/call-model.ts';
import { by, gradeByItem, scored, unscored } from '../answers/grade-answer.ts';
import type { GradeAnswer } from '../answers/how-graded.ts';
import { MEASURES, type Measure } from './measures.ts';

/**
 * The version of what is measured of passages and citations, and of what reads a refusal. Raised by one with every change
 * by which the same answer may get other figures.
 */
export const PASSAGES: GradedBy = { passages: 1 };

/**
 * The grade of an answer from passages: of a question that nothing answers, whether it was refused; else what its grader
 * says of the answer without its citations, and beside it what its passages and citations are worth.
 */
export const gradeFromPassages: GradeAnswer = async (run, item, answer, unit) => {
  const of = item.retrieval;
  if (of === undefined) throw new Error(`Item ${item.id} has no passages.`);
  if (!of.isAnswerable) {
    const why = unreadable(answer);
    if (why !== null && why !== 'empty') return by(PASSAGES, unscored(why, null));
    const refused = isRefusal(answer.text, of.refusal);
    return by(PASSAGES, scored(refused ? 'right' : 'wrong', refused ? 1 : 0));
  }
  const text = withoutCitations(answer.text, answer.passages ?? []);
  // What declines to answer is no answer in other words.
  const { chosen, ...named } = item.grader;
  const grader = chosen && !isRefusal(answer.text, of.refusal) ? item.grader : named;
  const graded = await gradeByItem(run, { ...item, grader }, { ...answer, text });
  if (of.condition !== 'retrieved') return graded;
  const { k } = benchmarkAt(run.plan, unit.benchmark, 'retrieval').retrieval;
  const measured = measuresOf(of, answer, k);
  // What was cut off says nothing of citations; its passages are known all the same.
  const isRead = graded.state === 'scored';
  const known = (name: Measure) => isRead || ['recall', 'precision', 'ndcg'].includes(name);
  const scores_json = JSON.stringify(MEASURES.map((name) => (known(name) ? measured[name] : null)));
  return by({ ...gradedBy(item.grader), ...PASSAGES }, { ...graded, scores_json });
};

/** All that is measured of an answer to a question that can be answered. */
function measuresOf(
  { relevant, refusal }: RetrievalItem,
  { text, passages = [] }: Pick<KeptAnswer, 'text' | 'passages'>,
  k: number,
): Record<Measure, number> {
  const { recall, precision, ndcg } = rankingOf(passages, relevant, k);
  const cited = citationsOf(text, passages, relevant);
  return {
    recall,
    precision,
    ndcg,
    citation_precision: cited.precision,
    citation_recall: cited.recall,
    answered: isRefusal(text, refusal) ? 0 : 1,
  };
}

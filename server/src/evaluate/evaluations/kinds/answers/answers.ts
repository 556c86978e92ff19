import type { Kind } from '../kind.ts';
import type { PlannedAnswers } from './describe.ts';
import { answersEstimate } from './estimate.ts';
import { gradeAskingModels, gradeAtOnce } from './grade-answer.ts';
import { answersPlan } from './plan.ts';
import { askAndGrade } from './run.ts';

/** Questions with a right answer: a target responds, and a grader decides whether the response is right. */
export const answersKind: Kind<PlannedAnswers> = {
  name: 'answers',
  inLanes: true,
  plan: answersPlan,
  estimate: answersEstimate,
  ...askAndGrade(gradeAskingModels, gradeAtOnce),
};

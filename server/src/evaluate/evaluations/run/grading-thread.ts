import { serveRequests } from '../../../kernel/worker-channel.ts';
import { type GradedAnswer, type GraderSpec, grade } from '../../../measure/graders/graders.ts';

/** A response for the thread that runs slow graders; see `grading.ts`. */
export interface AnswerToGrade {
  grader: GraderSpec;
  expected: string | readonly string[];
  answer: GradedAnswer;
}

serveRequests(({ grader, expected, answer }: AnswerToGrade) => grade(grader, expected, answer));

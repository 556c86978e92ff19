import type { FinishReason } from '../../models/models.ts';
import type { Grader } from './grader.ts';

const REASONS: readonly FinishReason[] = ['stop', 'length', 'content_filter', 'tool_calls', 'other'];

/** The finish reason of the response, in this service's words. */
export const finishReason: Grader = {
  type: 'finish_reason',
  version: 1,
  share: 'never',
  description:
    'The response ended for an expected reason, such as `stop`, `length`, `content_filter` or `tool_calls`.',
  options: {},
  expectedProblem: (expected) =>
    REASONS.some((reason) => reason === expected)
      ? null
      : `expected "${expected}" is none of ${REASONS.join(', ')}`,
  judge: (_, expected) => judged('stop', expected),
  judgeAnswer: (answer, expected) => judged(answer.finishReason, expected),
};

const judged = (reason: string, expected: readonly string[]) => ({
  score: Number(expected.includes(reason)),
  extraction: null,
  extracted: reason,
  settled: true,
});

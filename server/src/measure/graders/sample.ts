import type { GradedAnswer } from './grader.ts';

/** The input of users' graders. */
export interface GradedSample {
  /** In the form of datasets: a text, or messages if there are several. */
  input: string | readonly { role: string; content: string }[];
  response: string;
  /** A text, several texts of which any is right, or null. */
  expected: string | readonly string[] | null;
  metadata: Readonly<Record<string, unknown>> | null;
  /** Further facts about the response; null if unknown. */
  trace: {
    finish_reason: string;
    reasoning: string | null;
    tool_calls: readonly { name: string; arguments: string }[];
    latency_ms: number | null;
    cost_usd: number | null;
  };
}

/** A response that was given to be graded, as if its model had ended it by itself. */
export const givenAnswer = (
  response: string,
  input: string,
  metadata: Readonly<Record<string, unknown>> | undefined,
): GradedAnswer => ({
  text: response,
  reasoning: null,
  finishReason: 'stop',
  question: input,
  row: { input: [{ role: 'user', content: input }], ...(metadata && { metadata }) },
});

/** @param reply the part of the response that is graded */
export function toSample(reply: string, expected: readonly string[], answer: GradedAnswer): GradedSample {
  const { row, question = '', finishReason, reasoning, toolCalls = [], latencyMs, costUsd } = answer;
  const [first, ...others] = row?.input ?? [];
  const [wanted = '', ...alternatives] = expected;
  return {
    input:
      first === undefined || (others.length === 0 && first.role === 'user') ? question : (row?.input ?? []),
    response: reply,
    expected: alternatives.length > 0 ? expected : wanted === '' ? null : wanted,
    metadata: row?.metadata ?? null,
    trace: {
      finish_reason: finishReason,
      reasoning,
      tool_calls: toolCalls,
      latency_ms: latencyMs ?? null,
      cost_usd: costUsd ?? null,
    },
  };
}

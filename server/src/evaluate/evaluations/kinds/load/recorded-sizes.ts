import type { RecordedSizes } from '../../../../measure/traffic/traffic.ts';

/** The limit of a trace of sessions. */
const MAX_TOKENS = 1_000_000;

/** The sizes of the first requests of a trace, limited to what can be sent. Warns about missing and reduced sizes. */
export function recordedSizes(
  sizes: RecordedSizes | undefined,
  requests: number,
  warnings: string[],
): RecordedSizes | undefined {
  if (sizes === undefined) {
    warnings.push(
      'The trace has no request sizes (input_tokens, output_tokens); the workload’s sizes are used.',
    );
    return undefined;
  }
  const taken = (name: string, tokens: RecordedSizes['inputTokens']) => {
    const given = tokens.slice(0, requests);
    const unsaid = given.filter((count) => count === null).length;
    const long = given.filter((count) => count !== null && count > MAX_TOKENS).length;
    if (unsaid > 0)
      warnings.push(
        `${unsaid} of ${requests} requests of the trace have no ${name}; the workload’s value is used.`,
      );
    if (long > 0)
      warnings.push(
        `${long} of ${requests} requests of the trace have more than ${MAX_TOKENS} ${name}; that number is used.`,
      );
    return given.map((count) => (count === null ? null : Math.min(MAX_TOKENS, Math.max(1, count))));
  };
  return {
    inputTokens: taken('input_tokens', sizes.inputTokens),
    outputTokens: taken('output_tokens', sizes.outputTokens),
  };
}

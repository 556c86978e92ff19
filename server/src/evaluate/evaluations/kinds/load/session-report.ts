import type { Static } from 'typebox';
import type { SessionSummary } from '../../../../measure/traffic/traffic.ts';
import type { LoadReport } from '../../schemas/kinds/load-schemas.ts';

type SessionReport = NonNullable<Static<typeof LoadReport>['sessions']>;

/** What sessions showed, as the results have it. */
export function sessionReport({ prefix, byTurn, ...one }: SessionSummary): SessionReport {
  return {
    sessions: one.sessions,
    outcomes: one.outcomes,
    completed_share: one.completedShare,
    session_ms: one.timeMs,
    waited_ms: one.waitMs,
    turns_mean: one.turnsMean,
    cached_share: prefix.cachedShare,
    repeated_share: prefix.repeatedShare,
    by_turn: byTurn.map(
      ({ turn, attempted, latencyMs, ttftMs, inputTokensMean, cachedShare, repeatedShare }) => ({
        turn,
        requests: attempted,
        latency_ms: latencyMs,
        ttft_ms: ttftMs,
        input_tokens_mean: inputTokensMean,
        cached_share: cachedShare,
        repeated_share: repeatedShare,
      }),
    ),
  };
}

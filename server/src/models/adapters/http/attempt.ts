import type { CallOptions } from '../../contract/chat.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { timeoutFailure, toCallFailure, type WireFailure } from './failures.ts';
import type { Redaction } from './redaction.ts';

/** Default time without data after which a stream is aborted. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * One attempt within its time limits. The result of `run` becomes an outcome: a response without the account's secrets,
 * or the classified failure. Rejects only with the reason of the caller's own signal.
 */
export async function attemptCall<A extends { ok: true }>(
  options: CallOptions,
  redact: Redaction,
  run: (deadline: Deadline, startedAt: number) => Promise<A | WireFailure>,
  who?: string,
): Promise<A | CallFailure> {
  const { signal, timeoutMs, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  const startedAt = performance.now();
  const deadline = startDeadline(timeoutMs, idleTimeoutMs, signal);
  try {
    const result = await run(deadline, startedAt);
    if ('ok' in result) return redact.answers.whole(result);
    signal?.throwIfAborted();
    const latencyMs = performance.now() - startedAt;
    const passed = deadline.passed();
    const limits = { timeoutMs, idleTimeoutMs };
    const failure =
      passed === null ? await toCallFailure(result, redact, who) : timeoutFailure(passed, limits);
    return { ok: false, ...failure, latencyMs };
  } finally {
    deadline.clear();
  }
}

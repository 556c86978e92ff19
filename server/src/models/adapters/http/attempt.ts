import type { CallOptions } from '../../contract/chat.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { timeoutFailure, toFailure, type WireFailure } from './failures.ts';

/** A stream that sends nothing for so long is given up, where the caller does not say otherwise. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * One attempt under its deadlines. What `run` returns becomes an outcome: an answer as it is, what failed on
 * the wire as the failure that it means. Rejects only with the reason of the caller's own signal.
 */
export async function attempt<A extends { ok: true }>(
  options: CallOptions,
  secrets: readonly string[],
  run: (deadline: Deadline, startedAt: number) => Promise<A | WireFailure>,
  who?: string,
): Promise<A | CallFailure> {
  const { signal, timeoutMs, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  const startedAt = performance.now();
  const deadline = startDeadline(timeoutMs, idleTimeoutMs, signal);
  try {
    const result = await run(deadline, startedAt);
    if ('ok' in result) return result;
    signal?.throwIfAborted();
    const passed = deadline.passed();
    const limits = { timeoutMs, idleTimeoutMs };
    const failure = passed === null ? toFailure(result, secrets, who) : timeoutFailure(passed, limits);
    return { ok: false, ...failure, latencyMs: performance.now() - startedAt };
  } finally {
    deadline.clear();
  }
}

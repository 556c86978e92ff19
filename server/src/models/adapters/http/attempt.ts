import type { CallOptions } from '../../contract/chat.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { timeoutFailure, toCallFailure, type WireFailure } from './failures.ts';
import type { Redaction } from './redaction.ts';
import type { Transport } from './transport.ts';

/** Default time without data after which a stream is aborted. */
const IDLE_TIMEOUT_MS = 60_000;

export interface AttemptContext {
  /** Who is called, in messages; default: the provider. */
  who?: string;
  /** Awaited first: the wait is part of the call’s time limit, and no part of its latency. */
  ready?: Transport['ready'] | undefined;
}

/**
 * One attempt within its time limits. The result of `run` becomes an outcome: a response without the account's secrets,
 * or the classified failure. Rejects only with the reason of the caller's own signal.
 */
export async function attemptCall<A extends { ok: true }>(
  options: CallOptions,
  redact: Redaction,
  run: (deadline: Deadline, startedAt: number) => Promise<A | WireFailure>,
  { who, ready }: AttemptContext = {},
): Promise<A | CallFailure> {
  const { signal, timeoutMs, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  signal?.throwIfAborted();
  let startedAt = performance.now();
  const deadline = startDeadline(timeoutMs, idleTimeoutMs, signal);
  try {
    const broken = await ready?.(deadline.signal).then(
      () => undefined,
      (error: unknown) => ({ broken: error }),
    );
    if (ready !== undefined && broken === undefined) startedAt = performance.now();
    const result = broken ?? (await run(deadline, startedAt));
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

import { type BatchRequest, type ChatFailure, DEFAULT_RETRY_POLICY } from '../../../../../models/models.ts';
import { failedSample } from '../../../run/call-model.ts';
import { exhaustedStop, type ModelSlot } from '../../../run/model-slot.ts';
import type { Run } from '../../../run/run.ts';
import type { BatchRow } from '../../../stores/batch-store.ts';
import { readBatchUnit, requireBatches, toCustomId } from './batch-units.ts';
import { splitIntoParts } from './in-parts.ts';
import { type OpenBatches, unitsOfBatch } from './open-batches.ts';
import type { BatchResultWriter } from './take-results.ts';

/** How often a batch that the provider rejects is submitted: as many attempts as a single call has. */
const maxSends = (failure: 'rate_limit' | 'transient') => 1 + DEFAULT_RETRY_POLICY[failure].retries;
/** Number of failed lookups after which a batch that may have been submitted is sent again. */
const NOT_FOUND = 2;
/** A batch ends within 24 hours; one that cannot be read for this long counts as lost. */
const LOST_AFTER_MS = 2 * 24 * 3_600_000;
/**
 * Number of consecutive failed polls, so that a service that was off for days polls again. A batch to be cancelled is
 * not waited for.
 */
const LOST_AFTER_LOOKS = 15;
/** Number of units that are written together. */
const WRITE_CHUNK = 100;
/** Interval of the heartbeat while the provider is slow. */
const ALIVE_MS = 10_000;

/**
 * A batch that the provider does not have or cannot report; `cutOff` calls may have been charged without a response.
 */
interface Absent {
  why: ChatFailure;
  cutOff: number;
}

const UNSEEN_MESSAGE = 'its submission was interrupted, and the provider does not have it';
const UNTOLD_MESSAGE = 'its submission was interrupted, and the provider does not report whether it has it';

const absent = (message: string): ChatFailure => ({
  ok: false,
  class: 'transient',
  reason: 'connection_lost',
  message,
  latencyMs: 0,
});

const sentAt = ({ sent_at, created_at }: BatchRow) => sent_at ?? created_at;

/** Decides the next step of a batch by its state. */
export function createBatchFollower(run: Run, open: OpenBatches, take: BatchResultWriter) {
  const { deps, signal, ledger } = run;
  const { clock } = deps;

  async function alive<T>(work: Promise<T>): Promise<T> {
    const timer = setInterval(run.active, ALIVE_MS);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      run.active();
    }
  }

  const slotOf = ({ target }: BatchRow) => run.targets[target] as ModelSlot;

  /**
   * Submits a planned batch, or one that did not reach the provider. The state `sending` is durable before the
   * request.
   */
  async function send(planned: BatchRow, lines?: readonly BatchRequest[]): Promise<void> {
    const now = clock.now();
    const row = await open.change(planned, {
      state: 'sending',
      sends: planned.sends + 1,
      sent_at: now,
      looks: 0,
      due_at: now + open.pauseMs(0),
    });
    const batches = requireBatches(slotOf(row));
    const requests = lines ?? (await linesOf(row));
    const said = await alive(batches.submit({ id: row.id, requests }, signal));
    if (said.ok && said.remoteId !== '') {
      const due_at = clock.now() + open.pauseMs(0);
      await open.change(row, { state: 'submitted', remote_id: said.remoteId, problem: null, due_at });
    } else if (!said.ok) await turnedDown(row, said);
  }

  /** Handles a batch that the provider rejected, or may have received. */
  async function turnedDown(row: BatchRow, failure: ChatFailure): Promise<void> {
    const { message: problem, retryAfterMs } = failure;
    if (failure.class === 'quota') return exhaust(row, problem);
    if (failure.class === 'deterministic') return giveUp(row, failure);
    const due_at = clock.now() + open.pauseMs(row.sends - 1, retryAfterMs);
    if (failure.class !== 'rate_limit') await open.change(row, { problem, due_at });
    else if (isBehindOthers(row)) await waitForRoom(row, failure);
    else if (row.sends >= maxSends('rate_limit')) await giveUp(row, failure);
    else await open.change(row, { state: 'planned', remote_id: null, problem, due_at });
  }

  /** The batch, and all other units of its target, are not sent again in this run. */
  async function exhaust(row: BatchRow, problem: string | null): Promise<void> {
    slotOf(row).stopped ??= exhaustedStop(problem ?? '');
    await open.change(row, { state: 'exhausted', remote_id: null, problem });
  }

  /** Whether its account is processing another batch of this evaluation. */
  function isBehindOthers(row: BatchRow): boolean {
    const accountOf = (one: BatchRow) => slotOf(one).connection.connectionKey;
    const isWorkedOn = ({ state, looks }: BatchRow) =>
      state === 'cancelling' || (state === 'submitted' && looks > 0);
    return open
      .atProviders()
      .some((one) => one.id !== row.id && isWorkedOn(one) && accountOf(one) === accountOf(row));
  }

  /** Waits until another batch ends, which can take hours. This submission does not count as an attempt. */
  async function waitForRoom(row: BatchRow, { message, retryAfterMs }: ChatFailure): Promise<void> {
    const due_at = clock.now() + open.pauseSince(row.created_at, retryAfterMs);
    const sends = row.sends - 1;
    await open.change(row, { state: 'planned', remote_id: null, sends, problem: message, due_at });
  }

  /** Fails all pending units of the batch. `isCutOff`: they may have been charged. */
  async function giveUp(row: BatchRow, failure: ChatFailure, isCutOff = false): Promise<void> {
    const pending = unitsOfBatch(row).filter((number) => !take.isSettled(number));
    for (const some of splitIntoParts(pending, WRITE_CHUNK)) {
      await Promise.all(some.map((number) => fail(row, number, failure)));
      run.active();
      run.throwIfEnded();
    }
    await open.end(row, { problem: failure.message, cutOff: isCutOff ? pending.length : 0 });
  }

  async function fail({ attempt }: BatchRow, number: number, failure: ChatFailure): Promise<void> {
    const { unit } = await readBatchUnit(run, number);
    await ledger.record(failedSample(unit, failure, attempt, clock.now()));
    take.settle(number);
    run.ended();
  }

  /** Queries the provider for a batch that it may have. */
  function whereIs(row: BatchRow) {
    const { id, requests } = row;
    return alive(requireBatches(slotOf(row)).find({ id, requests, since: sentAt(row) }, signal));
  }

  /**
   * Resolves a batch whose submission was interrupted: its row if the provider has it, `Absent` if not, null if the
   * provider must be asked again later.
   */
  async function find(row: BatchRow): Promise<BatchRow | Absent | null> {
    const found = await whereIs(row);
    if (found.ok && found.remoteId !== null) {
      const submitted = { state: 'submitted', remote_id: found.remoteId, looks: 0, problem: null } as const;
      return open.change(row, submitted);
    }
    const isNotThere = found.ok && found.isCertain;
    const looks = row.looks + (isNotThere ? 1 : 0);
    if (looks >= NOT_FOUND) return { why: absent(row.problem ?? UNSEEN_MESSAGE), cutOff: 0 };
    const failure = found.ok ? absent(row.problem ?? UNTOLD_MESSAGE) : found;
    // A provider that cannot list its batches: calls may be charged twice, which the results report.
    const isUntold = failure.class === 'deterministic' || isOld(row);
    if (!isNotThere && isUntold) return { why: failure, cutOff: row.requests };
    const due_at = clock.now() + open.pauseSince(sentAt(row), found.ok ? 0 : found.retryAfterMs);
    await open.change(row, { looks, due_at, problem: found.ok ? row.problem : found.message });
    return null;
  }

  async function again(row: BatchRow, failure: ChatFailure): Promise<void> {
    if (row.sends >= maxSends('transient')) return giveUp(row, { ...failure, class: 'transient' });
    const planned = await open.change(row, { state: 'planned', due_at: clock.now() });
    await sendWhereItFits(planned);
  }

  const isOld = (row: BatchRow) => clock.now() > sentAt(row) + LOST_AFTER_MS;

  /** The batch cannot be read now. It counts as lost after too many consecutive failures. */
  async function notSeen(row: BatchRow, failure: ChatFailure, isClosing: boolean): Promise<void> {
    const { message: problem, retryAfterMs } = failure;
    const looks = row.problem === null ? 1 : row.looks + 1;
    if (looks >= LOST_AFTER_LOOKS && isClosing) {
      const cutOff = unitsOfBatch(row).filter((number) => !take.isSettled(number)).length;
      return open.end(row, { problem, cutOff });
    }
    if (looks >= LOST_AFTER_LOOKS && isOld(row)) return giveUp(row, failure, true);
    await open.change(row, { looks, due_at: clock.now() + open.pauseMs(looks, retryAfterMs), problem });
  }

  async function look(row: BatchRow): Promise<void> {
    const state = await alive(requireBatches(slotOf(row)).look(row.remote_id as string, signal));
    const isClosing = row.state === 'cancelling';
    if (!state.ok) return notSeen(row, state, isClosing);
    if (!state.ended) {
      const { expiresAt: expires_at } = state;
      const done = Math.min(state.done, row.requests);
      const looks = row.problem === null ? row.looks + 1 : 1;
      const due_at = clock.now() + open.pauseMs(looks);
      await open.change(row, { looks, done, expires_at, due_at, problem: null });
      return;
    }
    const { refused } = state;
    if (refused === null) {
      const failure = await alive(take.results(row, state.rest));
      return failure === null ? undefined : notSeen(row, failure, isClosing);
    }
    const failure: ChatFailure = {
      ok: false,
      class: refused.passes ? 'rate_limit' : 'deterministic',
      reason: refused.passes ? 'rate_limited' : 'rejected',
      message: refused.message,
      latencyMs: 0,
    };
    await turnedDown(row, failure);
  }

  /** Submits the batch if the budget allows it. */
  async function sendWhereItFits(row: BatchRow, lines?: readonly BatchRequest[]): Promise<void> {
    if (slotOf(row).stopped) await exhaust(row, row.problem);
    else if (run.budget.covers(row.most_cost)) await send(row, lines);
  }

  async function linesOf(row: BatchRow): Promise<BatchRequest[]> {
    const { bodyOf } = requireBatches(slotOf(row));
    const lines: BatchRequest[] = [];
    for (const number of unitsOfBatch(row)) {
      const { request } = await readBatchUnit(run, number);
      lines.push({ customId: toCustomId(row.id, number), body: await bodyOf(request) });
      run.active();
    }
    return lines;
  }

  /** Advances a due batch by one step. */
  async function follow(row: BatchRow): Promise<void> {
    if (row.state === 'exhausted') return;
    if (row.state === 'planned') await sendWhereItFits(row);
    else if (row.state === 'sending') await findOrSend(row);
    else await look(row);
  }

  async function findOrSend(row: BatchRow): Promise<void> {
    const found = await find(row);
    if (found === null) return;
    if ('id' in found) return look(found);
    if (found.cutOff > 0) await open.cutOff(found.cutOff);
    await again(row, found.why);
  }

  /** Advances the cancellation of a batch by one step; finished results are stored. */
  async function close(row: BatchRow): Promise<void> {
    if (row.state === 'planned' || row.state === 'exhausted')
      return open.end(row, { problem: row.problem ?? CLOSED_MESSAGE });
    if (row.state === 'sending') {
      const found = await find(row);
      if (found === null) return;
      if (!('id' in found)) {
        const { why, cutOff } = found;
        return open.end(row, { problem: cutOff > 0 ? why.message : CLOSED_MESSAGE, cutOff });
      }
      row = found;
    }
    if (row.state === 'submitted') {
      const said = await alive(requireBatches(slotOf(row)).cancel(row.remote_id as string, signal));
      // A batch that has ended meanwhile cannot be cancelled, which is not a failure.
      if (!said.ok && said.class !== 'deterministic') return notSeen(row, said, true);
      row = await open.change(row, { state: 'cancelling', looks: 0, problem: null });
    }
    await look(row);
  }

  return { sendWhereItFits, follow, close };
}

const CLOSED_MESSAGE = 'The evaluation was cancelled before it was submitted.';

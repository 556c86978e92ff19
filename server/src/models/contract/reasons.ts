import type { CallFailure } from './failure.ts';
import { type CallOutcome, callOutcomeOf, type FailureReason, type RefusalScope } from './outcome.ts';

/** Why a call had no response, as stored with a sample or a window of load. */
export interface FailureNote {
  outcome: Exclude<CallOutcome, 'answered'>;
  cause: FailureReason;
  /** Scope of a refusal. */
  scope?: RefusalScope;
  message: string;
  /** The id by which the provider finds the call in its logs. */
  request_id?: string;
}

/** Calls that failed for the same reason: their number, and the first one as an example. */
export type GroupedReason<N extends FailureNote = FailureNote> = N & { count: number };

export function failureNote(failure: CallFailure): FailureNote {
  const { reason: cause, scope, message, requestId } = failure;
  return {
    outcome: callOutcomeOf(failure) as FailureNote['outcome'],
    cause,
    ...(scope && { scope }),
    message,
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

/** The note for a response that a content filter withheld or cut, with the provider's name of the filter if given. */
export const contentFilterNote = (filter?: string): FailureNote => ({
  outcome: 'filtered',
  cause: 'filtered',
  message: `A content filter of the provider withheld or cut the response${filter ? `: ${filter}` : ''}.`,
});

/** The maximum number of groups; further different messages share one. */
const MAX_GROUPS = 20;

/** Groups reasons whose messages differ only in numbers and ids; memory does not grow with the calls. */
export function createReasons<N extends FailureNote = FailureNote>(): Reasons<N> {
  const groups = new Map<string, GroupedReason<N>>();
  return {
    add(note, count = 1) {
      const { outcome, cause, scope, message } = note;
      const kind = `${outcome} ${cause} ${scope ?? ''}`;
      const own = `${kind} ${message.replace(VARYING, '#')}`;
      const key = groups.has(own) || groups.size < MAX_GROUPS ? own : kind;
      const group = groups.get(key);
      if (group) group.count += count;
      else groups.set(key, { ...note, count });
    },
    list: () => [...groups.values()].sort((a, b) => b.count - a.count),
  };
}

export interface Reasons<N extends FailureNote = FailureNote> {
  add(note: N, count?: number): void;
  /** The most frequent reason first. */
  list(): GroupedReason<N>[];
}

/** Matches numbers, and ids that contain a digit. */
const VARYING = /[A-Za-z_-]*\d[\w-]*/g;

export function mergeReasons(lists: readonly (readonly GroupedReason[])[]): GroupedReason[] {
  const reasons = createReasons();
  for (const reason of lists.flat()) reasons.add(reason, reason.count);
  return reasons.list();
}

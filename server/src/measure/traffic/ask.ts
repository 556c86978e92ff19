import type { ChatRequest, TextMessage } from '../../models/models.ts';
import type { WindowClock } from './open-loop.ts';
import type { LoadRequest } from './request-log.ts';

/** What was said in a conversation before the turn that is asked. */
export interface SaidTurn {
  readonly messages: readonly TextMessage[];
  /** By which who is asked knows the conversation, where it keeps it. */
  readonly session?: string;
  /** The words are somebody’s own, and not made to a length: a system text comes on top of them. */
  readonly isOwnText?: boolean;
}

/** The result of a request, without its scheduled time. Times in ms of the window's clock. */
export type AskedRequest = Omit<LoadRequest, 'scheduledMs'> & {
  /** With which the conversation goes on; there only where `said` was given and an answer came. */
  answer?: { text: string; session?: string };
};

/** A prompt that is made for the load. */
export interface DrawnRequest {
  prompt: string;
  maxTokens: number;
  said?: SaidTurn;
}

/** A request as an item is asked for its score, with its own settings, system text and limit. */
export type ItemRequest = Omit<ChatRequest, 'session'>;

/** Asks one request; it never rejects. Aborting gives it up (`cut`). */
export type AskTarget = (
  request: DrawnRequest | ItemRequest,
  now: WindowClock,
  signal: AbortSignal,
) => Promise<AskedRequest>;

import type { ChatRequest, TextMessage } from '../../models/models.ts';
import type { WindowClock } from './open-loop.ts';
import type { LoadRequest } from './request-log.ts';

/** An earlier turn of the conversation. */
export interface EarlierTurn {
  readonly messages: readonly TextMessage[];
  /** The application's id of the conversation, if it keeps conversations. */
  readonly session?: string;
  /** Whether the words are a user's own and not generated to a length: a system text is then added to them. */
  readonly isOwnText?: boolean;
}

/** The result of a request, without its scheduled time. Times in ms on the window's clock. */
export type RequestResult = Omit<LoadRequest, 'scheduledMs'> & {
  /** The turn to add to the conversation; present only if `said` was given and there was a response. */
  answer?: { text: string; session?: string };
};

/** A prompt that was generated for the load. */
export interface DrawnRequest {
  prompt: string;
  maxTokens: number;
  said?: EarlierTurn;
}

/** A request with an item as it is sent for its score, with its own settings, system text and limit. */
export type ItemRequest = Omit<ChatRequest, 'session'>;

/** Sends one request; never rejects. Aborting it gives the outcome `cut`. */
export type AskTarget = (
  request: DrawnRequest | ItemRequest,
  now: WindowClock,
  signal: AbortSignal,
) => Promise<RequestResult>;

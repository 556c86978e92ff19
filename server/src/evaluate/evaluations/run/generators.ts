import type {
  GeneratorFigures,
  ItemRequest,
  LoadTarget,
  OnTokensSpent,
  SpentTokens,
  WindowPlan,
  WindowRecord,
} from '../../../measure/traffic/traffic.ts';
import type { EvaluationClaim } from '../stores/evaluation-store.ts';

/** Sends windows of load from several processes at the same time. */
export interface Generators {
  /** The process that calls it sends the first share. Rejects with the signal's reason, or with `EvaluationFenced`. */
  send(window: SharedWindow): Promise<SentWindow>;
}

export interface SharedWindow {
  held: EvaluationClaim;
  target: LoadTarget;
  /** Its place in the plan: other processes read the items that it is sent themselves. */
  targetIndex: number;
  /** Items that this process sends. */
  items: readonly ItemRequest[];
  plan: WindowPlan;
  signal: AbortSignal;
  /** Receives the tokens of all ended requests. */
  onSpent: OnTokensSpent;
}

/** The outcome of a window that several processes sent. */
export interface SentWindow {
  /** Null where a share is missing. */
  record: WindowRecord | null;
  generators: readonly GeneratorFigures[];
  /** Other calls of one of the processes went on beside it. */
  contaminated: boolean;
  spent: SpentTokens;
  /** Why it is no measurement; empty where it is one. */
  voidFor: readonly string[];
}

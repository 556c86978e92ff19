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

/** Sends load windows from several processes at the same time. */
export interface Generators {
  /** The calling process sends the first share. Rejects with the signal's reason, or with `EvaluationFenced`. */
  send(window: SharedWindow): Promise<SentWindow>;
}

export interface SharedWindow {
  held: EvaluationClaim;
  target: LoadTarget;
  /** The index of the target in the plan, from which other processes read the items themselves. */
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
  /** Null if a share is missing. */
  record: WindowRecord | null;
  generators: readonly GeneratorFigures[];
  /** Whether other calls of one of the processes continued during the window. */
  contaminated: boolean;
  spent: SpentTokens;
  /** Why the window is void; empty if it is not. */
  voidFor: readonly string[];
}

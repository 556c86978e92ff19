import type {
  GeneratorFigures,
  ItemRequest,
  LoadTarget,
  OnSpent,
  SpentTokens,
  WindowPlan,
  WindowRecord,
} from '../../../measure/traffic/traffic.ts';
import type { Held } from '../stores/evaluation-store.ts';

/** Sends windows of load from several processes at the same time. */
export interface Generators {
  /** The process that calls it sends the first share. Rejects with the signal's reason, or with `Fenced`. */
  send(window: SharedWindow): Promise<SentWindow>;
}

export interface SharedWindow {
  held: Held;
  target: LoadTarget;
  /** Its place in the plan: other processes read the items that it is sent themselves. */
  targetIndex: number;
  /** What this process sends where items are sent. */
  items: readonly ItemRequest[];
  plan: WindowPlan;
  signal: AbortSignal;
  /** Told what the requests of all that have ended came to. */
  onSpent: OnSpent;
}

/** What became of a window that several processes sent. */
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

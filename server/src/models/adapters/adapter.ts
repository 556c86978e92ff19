import type { Call } from '../chat.ts';

/** What one kind of provider implements; one file per kind. */
export interface Adapter {
  /** Makes the function that asks this model. Opens nothing and loads nothing until it is called. */
  connect(modelId: string): Call;
  /** Closes what it opened. */
  stop(): Promise<void>;
}

import type { Batches, BatchPrice } from '../contract/batches.ts';
import type { Call } from '../contract/chat.ts';
import type { Embed } from '../contract/embedding.ts';
import type { ModelQuirks } from '../contract/quirks.ts';
import type { Transport } from './http/transport.ts';

/** What one kind of provider implements; one file per kind. */
export interface Adapter {
  /**
   * Makes the function that asks this model. Opens nothing and loads nothing until it is called. Of the
   * quirks it honours names of parameters; what is not to be sent, it is not given.
   */
  connect(modelId: string, quirks: ModelQuirks): Call;
  /** Makes the function that embeds with this model; null where the kind of provider has no embeddings. */
  connectEmbedding(modelId: string): Embed | null;
  /** Batches of the account; absent where it sells none. */
  readonly batches?: AdapterBatches;
  /** What it does not take whatever the model; absent where that is not known of the kind. */
  readonly quirks?: ModelQuirks;
  /** The most texts of one embedding call. */
  readonly maxTexts: number;
  /** Closes what it opened. */
  stop(): Promise<void>;
}

export interface AdapterBatches extends Batches {
  readonly price: BatchPrice;
  /** The function of `connect` over another transport, by which bodies are made and answers of batches are read. */
  connectOver(transport: Transport, modelId: string, quirks: ModelQuirks): Call;
}

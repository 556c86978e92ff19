import type { Batches, BatchPrice } from '../contract/batches.ts';
import type { Call } from '../contract/chat.ts';
import type { Embed } from '../contract/embedding.ts';
import type { ModelQuirks } from '../contract/quirks.ts';
import type { Transport } from './http/transport.ts';

/** One embedding model of an account. */
export interface EmbeddingModel {
  embed: Embed;
  /** Maximum number of texts in one call. */
  maxTexts: number;
}

/** The interface of a kind of provider; one file per kind. */
export interface Adapter {
  /**
   * Makes the function that calls this model. Opens and loads nothing until its first call. Of the quirks it only
   * applies parameter names; parameters that must not be sent are already removed.
   */
  connect(modelId: string, quirks: ModelQuirks): Call;
  /** Prepares embeddings with this model; null if the kind of provider has none. */
  connectEmbedding(modelId: string): EmbeddingModel | null;
  /** Request batches of the account; absent if the provider has none. */
  readonly batches?: AdapterBatches;
  /** What no model of this kind accepts, such as a seed; absent if unknown. */
  readonly quirks?: ModelQuirks;
  /** Closes its connections. */
  stop(): Promise<void>;
}

export interface AdapterBatches extends Batches {
  readonly price: BatchPrice;
  /**
   * The function of `connect` over another transport, with which request bodies are made and batch results are read.
   */
  connectOver(transport: Transport, modelId: string, quirks: ModelQuirks): Call;
}

import { parseJson } from '../../kernel/json.ts';
import type { Embed } from '../contract/embedding.ts';
import type { EmbeddingModel } from './adapter.ts';
import type { ChatConnection } from './chat-protocol.ts';
import { attemptCall } from './http/attempt.ts';
import type { HttpHeaders } from './http/transport.ts';
import { isAnswered, readWholeBody } from './http/whole-body.ts';
import type { ParsedEmbeddings } from './openai-protocol/openai-embeddings.ts';
import { checkTexts, checkVectors } from './openai-protocol/vectors.ts';

/** How a protocol writes an embedding request and reads its response. */
export interface EmbeddingProtocol {
  /** Maximum texts of one call. */
  maxTexts: number;
  write(modelId: string, texts: readonly string[]): { path: string; body: object };
  /** A sentence that says what is wrong if it is not a valid response. */
  read(body: unknown, texts: number, headers: HttpHeaders): ParsedEmbeddings | string;
}

export function connectEmbedding(
  { transport, redact, toRequest }: ChatConnection,
  { maxTexts, write, read }: EmbeddingProtocol,
  modelId: string,
): EmbeddingModel {
  const embed: Embed = async (texts, options) => {
    checkTexts(texts, maxTexts);
    const http = await transport();
    return attemptCall(options, redact, async ({ signal }, startedAt) => {
      const { path, body } = write(modelId, texts);
      const result = await readWholeBody(http, toRequest(path, body), signal);
      if (!isAnswered(result)) return result;
      const parsed = read(parseJson(result.body), texts.length, result.headers);
      if (typeof parsed === 'string') return { ...result, unreadable: parsed };
      return { ok: true, ...parsed, latencyMs: performance.now() - startedAt };
    });
  };
  return { embed, maxTexts };
}

/** Vectors of a response that names no model; a sentence if they are not valid. */
export function toEmbeddings(
  embeddings: readonly unknown[],
  texts: number,
  input_tokens: number | null,
): ParsedEmbeddings | string {
  const vectors = checkVectors(embeddings, texts);
  if (typeof vectors === 'string') return vectors;
  return { vectors, dimensions: vectors[0]?.length ?? 0, usage: { input_tokens }, returnedModel: null };
}

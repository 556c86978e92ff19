import { isObject } from '../../../kernel/json.ts';
import type { EmbedAnswer } from '../../contract/embedding.ts';
import { tokenCountField } from './openai-chat.ts';
import { checkVectors } from './vectors.ts';

/** A parsed embeddings response. */
export type ParsedEmbeddings = Omit<EmbedAnswer, 'ok' | 'latencyMs'>;

/** Parses an embeddings response for `texts` texts; returns a sentence if it is not valid. */
export function readEmbeddings(body: unknown, texts: number): ParsedEmbeddings | string {
  if (!isObject(body) || !Array.isArray(body.data)) return 'it holds no list of embeddings';
  const vectors = checkVectors(inOrder(body.data), texts);
  if (typeof vectors === 'string') return vectors;
  return {
    vectors,
    dimensions: vectors[0]?.length ?? 0,
    usage: { input_tokens: tokenCountField(body.usage, 'prompt_tokens') },
    returnedModel: typeof body.model === 'string' ? body.model : null,
  };
}

/** Ordered by `index` if given, because servers need not send them in order. */
function inOrder(data: readonly unknown[]): unknown[] {
  const rows = data.map((row) => (isObject(row) ? row : {}));
  const placed: unknown[] = [];
  for (const [i, row] of rows.entries())
    placed[typeof row.index === 'number' ? row.index : i] = row.embedding;
  return placed;
}

import { isObject } from '../../../kernel/json.ts';
import type { EmbedAnswer } from '../../contract/embedding.ts';
import { tokenCountField } from './openai-chat.ts';
import { checkVectors } from './vectors.ts';

/** What an embedding answer says. */
export type ParsedEmbeddings = Omit<EmbedAnswer, 'ok' | 'latencyMs'>;

/** Reads an embeddings response for `texts` texts; a sentence saying what is wrong if it is none. */
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

/** By `index` where the server gives one: it need not send them in order. */
function inOrder(data: readonly unknown[]): unknown[] {
  const rows = data.map((row) => (isObject(row) ? row : {}));
  const placed: unknown[] = [];
  for (const [i, row] of rows.entries())
    placed[typeof row.index === 'number' ? row.index : i] = row.embedding;
  return placed;
}

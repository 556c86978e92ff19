/**
 * The vectors of an embeddings response in the order of the texts; a sentence if they are not `count` vectors of one
 * length with finite numbers.
 */
export function checkVectors(
  embeddings: readonly unknown[],
  count: number,
): readonly Float32Array[] | string {
  if (embeddings.length !== count) return `it holds ${embeddings.length} vectors for ${count} texts`;
  const vectors: Float32Array[] = [];
  for (const [i, embedding] of embeddings.entries()) {
    if (!Array.isArray(embedding) || embedding.length === 0) return `vector ${i} is not a list of numbers`;
    const length = vectors[0]?.length ?? embedding.length;
    if (embedding.length !== length) return `vector ${i} has ${embedding.length} dimensions, not ${length}`;
    // In a Float32Array, JSON's null would become 0 and 1e39 infinite.
    if (!embedding.every((number) => typeof number === 'number'))
      return `vector ${i} has an entry that is not a number`;
    const vector = Float32Array.from(embedding);
    if (!vector.every(Number.isFinite)) return `vector ${i} has a number that is not finite`;
    vectors.push(vector);
  }
  return vectors;
}

/** Throws for a list of texts that no server could embed. */
export function checkTexts(texts: readonly string[], most: number): void {
  if (texts.length === 0 || texts.length > most) {
    throw new RangeError(`One call embeds 1 to ${most} texts, not ${texts.length}.`);
  }
  const empty = texts.indexOf('');
  if (empty !== -1) throw new RangeError(`Text ${empty} is empty; an empty text has no meaning to embed.`);
}

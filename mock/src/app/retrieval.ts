/** A text that the mock application may answer from. */
export interface AppDocument {
  id: string;
  text: string;
}

/** A question that the mock application knows the answer to. */
export interface AppItem {
  input: string;
  /** Null if its documents do not answer it. */
  expected: string | null;
  /** The ids of the documents that contain the answer; absent for an answer from memory. */
  documents?: readonly string[];
}

/** Documents in order: those of `wanted` for which `isFound` is true, and others in the remaining places. */
export function plantedPassages(
  documents: readonly AppDocument[],
  others: readonly AppDocument[],
  wanted: readonly string[],
  { most, isFound }: { most: number; isFound(id: string): boolean },
): AppDocument[] {
  const found = documents.filter(({ id }) => wanted.includes(id) && isFound(id));
  const rest = [...others, ...documents].filter(({ id }) => !wanted.includes(id));
  const seen = new Set<string>();
  return [...found, ...rest]
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .slice(0, Math.max(most, found.length));
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);

/** The documents that share the most words with a question, best first, without those that share none. */
export function createRetrieval(documents: readonly AppDocument[], most: number) {
  const indexed = documents.map((document) => ({ document, words: wordsOf(document.text) }));
  return (question: string): AppDocument[] => {
    const asked = wordsOf(question);
    return indexed
      .map(({ document, words }) => ({ document, shared: asked.intersection(words).size }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared)
      .slice(0, most)
      .map(({ document }) => document);
  };
}

/** The sentence of a document that shares the most words with a question. */
export function bestSentence({ text }: AppDocument, question: string): string {
  const asked = wordsOf(question);
  const sentences = text.split(/(?<=[.!?])\s+/);
  const score = (sentence: string) => wordsOf(sentence).intersection(asked).size;
  return sentences.reduce((best, one) => (score(one) > score(best) ? one : best), sentences[0] ?? '');
}

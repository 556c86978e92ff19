/** A text that the mock application may answer from. */
export interface AppDocument {
  id: string;
  text: string;
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);

/** The documents that share the most words with a question, the best first; none that shares no word. */
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

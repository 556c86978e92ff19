import type { Citation, Step } from '../answer.ts';

/** A passage in a tool's output, with what a citation needs. */
export type Passage = Pick<Citation, 'chunk_id' | 'source_id' | 'source_title' | 'location' | 'url'> & {
  text: string;
};

/** The passages of one answer, numbered from 1 in the order in which they were returned. */
export type Passages = ReturnType<typeof createPassages>;

export function createPassages() {
  const passages: Passage[] = [];
  const numbers = new Map<string, number>();

  function numberOf(passage: Passage): number {
    const known = numbers.get(passage.chunk_id);
    if (known !== undefined) return known;
    passages.push(passage);
    numbers.set(passage.chunk_id, passages.length);
    return passages.length;
  }

  return {
    get: (number: number): Passage | undefined => passages[number - 1],
    /** The output of a step for the model: passages by number and without ids. */
    show({ tool, output, failed }: Step): unknown {
      if (failed) return output;
      if (tool === 'search') {
        const { results, warnings } = output as {
          results: (Passage & { score: number })[];
          warnings?: string[];
        };
        const shown = results.map((one) => shownAs(numberOf({ ...one, url: one.url ?? null }), one));
        return { passages: shown, warnings };
      }
      if (tool === 'read_around_chunk') {
        const { source_title, chunks } = output as { source_title: string; chunks: Chunk[] };
        const shown = chunks.map((chunk) => {
          const passage = { ...chunk, chunk_id: chunk.id, source_title, url: chunk.url ?? null };
          return shownAs(numberOf(passage), passage);
        });
        return { passages: shown };
      }
      return output;
    },
  };
}

/** A chunk in the output of `read_around_chunk`. */
type Chunk = Omit<Passage, 'chunk_id' | 'source_title' | 'url'> & { id: string; url?: string };

function shownAs(passage: number, { chunk_id, source_id, source_title, text, location }: Passage) {
  return { passage, source: source_title, heading: location.heading, text, chunk_id, source_id };
}

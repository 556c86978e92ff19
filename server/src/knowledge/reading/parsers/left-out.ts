import type { LeftOut, LeftOutReason } from '../contract.ts';
import { cleanText, countInvisible } from '../text/clean-text.ts';

/** The number of names kept for one reason. */
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_UNITS = 200;

/** Counts omitted content by reason. */
export function createLeftOut() {
  const found = new Map<LeftOutReason, LeftOut>();
  return {
    /** `name`: the path of a file, or another name that a person recognises, such as a page number. */
    add(reason: LeftOutReason, name: string, count = 1): void {
      const one = found.get(reason) ?? { reason, count: 0, examples: [] };
      found.set(reason, one);
      one.count += count;
      if (name !== '' && one.examples.length < MAX_EXAMPLES) {
        one.examples.push(cleanText(name).replace(/\s+/g, ' ').slice(0, MAX_EXAMPLE_UNITS).toWellFormed());
      }
    },
    /** Counts the invisible characters that are removed from a text. `page`: the page they are on. */
    addInvisible(text: string, page?: number): void {
      const count = countInvisible(text);
      if (count > 0) this.add('invisible_text', page === undefined ? '' : `${page}`, count);
    },
    /** The most frequent reason first. */
    list: (): LeftOut[] => [...found.values()].sort((a, b) => b.count - a.count),
  };
}

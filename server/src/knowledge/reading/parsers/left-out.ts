import type { LeftOut, LeftOutReason } from '../contract.ts';
import { cleanText, countInvisible } from '../text/clean-text.ts';

/** So many are named of those that were left out for one reason. */
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_UNITS = 200;

/** Counts what is left out, by reason. */
export function createLeftOut() {
  const found = new Map<LeftOutReason, LeftOut>();
  return {
    /** `name`: the path of a file, or another name by which a person finds it, such as the number of a page. */
    add(reason: LeftOutReason, name: string, count = 1): void {
      const one = found.get(reason) ?? { reason, count: 0, examples: [] };
      found.set(reason, one);
      one.count += count;
      if (name !== '' && one.examples.length < MAX_EXAMPLES) {
        one.examples.push(cleanText(name).replace(/\s+/g, ' ').slice(0, MAX_EXAMPLE_UNITS).toWellFormed());
      }
    },
    /** Counts the characters of a text that are removed because they are invisible. `page`: in which page of it. */
    addInvisible(text: string, page?: number): void {
      const count = countInvisible(text);
      if (count > 0) this.add('invisible_text', page === undefined ? '' : `${page}`, count);
    },
    /** The most frequent reason first. */
    list: (): LeftOut[] => [...found.values()].sort((a, b) => b.count - a.count),
  };
}

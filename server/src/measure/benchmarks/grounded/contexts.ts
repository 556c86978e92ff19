import { impossible } from '../../../kernel/errors.ts';
import type { Passage, Passages } from '../passages.ts';
import { GAP } from './cloze.ts';

const RETRIEVED = 5;

/** What stands before a question: a subset each. The harder the context, the later in the list. */
export const CONTEXTS = [
  { name: 'passage', description: 'the passage that the sentence is from; also without a subset' },
  {
    name: 'retrieved',
    description: `${RETRIEVED} passages: those the workspace’s keyword search finds for the sentence, the one it is from always among them`,
  },
  { name: 'no-context', description: 'nothing but the title and headings: what the model knows by itself' },
] as const;

export type Context = (typeof CONTEXTS)[number]['name'];

/** Throws `impossible` (422) for a subset that is none. */
export function contextOf(type: string, subset: string | null): Context {
  const found = CONTEXTS.find(({ name }) => name === (subset ?? 'passage'));
  if (found !== undefined) return found.name;
  const names = CONTEXTS.map(({ name }) => name).join(', ');
  throw impossible('/subset', `${type} has no subset "${subset}"; it has ${names}.`);
}

/**
 * The passages that are shown with a sentence, and whether the search found the one it is from; where it did not, that
 * one takes the place of the last.
 */
export async function passagesFor(
  context: Context,
  sentence: string,
  own: Passage,
  passages: Passages,
): Promise<{ shown: readonly Passage[]; found?: boolean }> {
  if (context === 'no-context') return { shown: [] };
  if (context === 'passage') return { shown: [own] };
  const hits = await passages.find(sentence.replace(GAP, ' '), RETRIEVED);
  // Copies of a document have passages of the same text, and any of them holds the answer.
  const found = hits.some(({ text }) => text === own.text);
  return { shown: found ? hits : [...hits.slice(0, RETRIEVED - 1), own], found };
}

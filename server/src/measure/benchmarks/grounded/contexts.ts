import { impossibleField } from '../../../kernel/errors.ts';
import type { Passage, Passages } from '../passages.ts';
import { CLOZE_GAP } from './cloze.ts';

const RETRIEVED = 5;

/** The passages that can precede a question. Each choice is a subset of the benchmark; the easiest is first. */
export const CONTEXTS = [
  { name: 'passage', description: 'the passage of the sentence; the default' },
  {
    name: 'retrieved',
    description: `${RETRIEVED} passages that the workspace’s keyword search finds for the sentence, always with the correct one`,
  },
  { name: 'no-context', description: 'only the title and headings: the model’s own knowledge' },
] as const;

export type Context = (typeof CONTEXTS)[number]['name'];

/** Throws `impossible` (422) for an unknown subset. */
export function contextBySubset(type: string, subset: string | null): Context {
  const found = CONTEXTS.find(({ name }) => name === (subset ?? 'passage'));
  if (found !== undefined) return found.name;
  const names = CONTEXTS.map(({ name }) => name).join(', ');
  throw impossibleField('/subset', `${type} has no subset "${subset}"; it has ${names}.`);
}

/**
 * The passages shown with a sentence, and whether the search found its passage; if not, that passage replaces the last
 * one.
 */
export async function passagesFor(
  context: Context,
  sentence: string,
  own: Passage,
  passages: Passages,
): Promise<{ shown: readonly Passage[]; found?: boolean }> {
  if (context === 'no-context') return { shown: [] };
  if (context === 'passage') return { shown: [own] };
  const hits = await passages.find(sentence.replace(CLOZE_GAP, ' '), RETRIEVED);
  // Copies of a document have passages with the same text, and any of them contains the answer.
  const found = hits.some(({ text }) => text === own.text);
  return { shown: found ? hits : [...hits.slice(0, RETRIEVED - 1), own], found };
}

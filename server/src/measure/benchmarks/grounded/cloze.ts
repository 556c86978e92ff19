import { createHash } from 'node:crypto';
import { type GraderSpec, graderProblems } from '../../graders/graders.ts';
import type { Passage } from '../passages.ts';
import { type Fact, findFacts } from './facts.ts';
import { askableSentences } from './sentences.ts';

/** A sentence of a passage with a gap in place of a fact. */
export interface Cloze {
  /** The sentence with `____` in place of the fact. */
  frame: string;
  fact: Fact;
  grader: GraderSpec;
  /** A name by which the sentence identifies its subject; null if there is none. */
  subject: string | null;
  passage: Passage;
}

export const CLOZE_GAP = '____';

const GRADERS: Readonly<Record<Fact['kind'], GraderSpec>> = {
  date: { type: 'exact', options: {} },
  number: { type: 'numeric', options: {} },
  name: { type: 'exact', options: {} },
};

/** One gap for every sentence of a passage that contains a fact; the seed decides which fact. */
export function makeClozes(passage: Passage, seed: number): Cloze[] {
  const sentences = askableSentences(passage.text);
  return sentences.flatMap((sentence) => {
    const facts = findFacts(sentence).filter(
      ({ kind, expected }) => graderProblems(GRADERS[kind], expected).length === 0,
    );
    const [fact] = facts.toSorted((a, b) => order(seed, sentence, a) - order(seed, sentence, b));
    if (fact === undefined) return [];
    const frame = `${sentence.slice(0, fact.at)}${CLOZE_GAP}${sentence.slice(fact.at + fact.text.length)}`;
    return [
      {
        frame,
        fact,
        grader: GRADERS[fact.kind],
        subject: subjectOf(frame, sentence, sentences) ?? nameBefore(fact, facts),
        passage,
      },
    ];
  });
}

function order(seed: number, sentence: string, { at }: Fact): number {
  return createHash('sha256').update(`${seed}\n${at}\n${sentence}`).digest().readUInt32BE();
}

/** A name before the gap. */
function nameBefore({ at }: Fact, facts: readonly Fact[]): string | null {
  return facts.find((other) => other.kind === 'name' && other.at < at)?.text ?? null;
}

const FUNCTION_WORD =
  /^(?:the|an?|in|on|at|by|for|from|to|of|with|as|if|when|while|since|after|before|during|under|over|between|each|every|all|some|many|most|no|not|one|two|we|you|i|our|your|what|which|who|how|why|where|because|although)$/i;

/**
 * The beginning of a sentence if it is a name: after an article the words with a capital letter; without an article two
 * or more of them, or one that another sentence of the passage contains.
 */
function subjectOf(frame: string, sentence: string, sentences: readonly string[]): string | null {
  const [, article, name = ''] =
    /^(The |An? )?((?:\p{Lu}[\p{L}\p{N}]+)(?: \p{Lu}[\p{L}\p{N}]+)*)(?![\p{L}\p{N}\-_])/u.exec(frame) ?? [];
  const words = name.split(' ');
  if (name.length < 3 || FUNCTION_WORD.test(words[0] ?? '')) return null;
  if (frame.indexOf(name) !== frame.lastIndexOf(name)) return null;
  if (article !== undefined || words.length > 1) return name;
  return sentences.some((other) => other !== sentence && other.includes(` ${name}`)) ? name : null;
}

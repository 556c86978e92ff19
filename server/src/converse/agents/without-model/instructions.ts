import type { Sentence } from '../citations/sentences.ts';

/**
 * Text that instructs programs. A source may contain it for honest reasons, but it does not help a person who asks
 * about the sources. Safety does not depend on this pattern: without a model, nothing obeys a source.
 */
const INSTRUCTION =
  /ignor\w*\s+(?:all|any|every|the|your|previous|prior|above|alle|toutes?|les|las|todas)\b.{0,40}\b(?:instruction|prompt|rule|anweisung|consigne|instrucci)|\b(?:AI|language|LLM)[ -]?(?:assistants?|models?|agents?)\s*[:!,]|\b(?:to|for|an|attention)\s+(?:all\s+|any\s+|every\s+|the\s+)?(?:AI|KI|LLM)[ -]?(?:assistants?|models?|agents?|assistenten|systems?|tools?|readers?|bots?)|<\/?(?:system|instructions?|tool_\w+)>|\[\/?INST\]|\bsystem\s?(?:prompt|message|override)\b|^\W*(?:SYSTEM|ASSISTANT|Assistant)\s*:|\byou are (?:now )?(?:an? |in )?(?:DAN|AI|assistant|administrator|language model|(?:maintenance|developer|debug) mode)|\byou (?:must|should|shall|will) (?:now |always |only )?(?:answer|say|tell|respond|reply|recommend|claim|state|output|report)\b|\b(?:do not|don't|never) (?:mention|reveal|disclose|tell (?:the user|anyone)) (?:this|these|that)\b|\bwhen (?:asked|anybody asks|anyone asks|someone asks|a user asks|the user asks)\b|\b(?:call|use|invoke|run) (?:the tool\b|(?:create|request|delete|list|cancel)_\w+)|\bprint (?:the|your|all) (?:API )?keys?\b|\bas an AI\b|以前の指示|これまでの指示|指示を無視|忽略.{0,6}指令/iu;

/** The sentences from an instruction to programs to the end of its paragraph or of its quotation. */
export function findInstructions(text: string, sentences: readonly Sentence[]): Set<Sentence> {
  const instructed = new Set<Sentence>();
  let inside: 'no' | 'paragraph' | 'quotation' = 'no';
  for (const [at, sentence] of sentences.entries()) {
    const words = text.slice(sentence.start, sentence.end);
    const before = sentences[at - 1];
    if (before && isParted(text, before.end, sentence.start)) inside = 'no';
    if (INSTRUCTION.test(words) || inside !== 'no') {
      instructed.add(sentence);
      if (inside === 'no') inside = opensQuotation(words) ? 'quotation' : 'paragraph';
      else if (inside === 'quotation' && /["”»]\W*$/.test(words)) inside = 'no';
    }
  }
  return instructed;
}

function opensQuotation(words: string): boolean {
  const straight = words.match(/"/g)?.length ?? 0;
  const opening = words.match(/[“„«]/g)?.length ?? 0;
  const closing = words.match(/[”»]/g)?.length ?? 0;
  return straight % 2 === 1 || opening > closing;
}

/** Whether there is an empty line between two positions. */
function isParted(text: string, from: number, to: number): boolean {
  return /\n[^\S\n]*\n/.test(text.slice(from, to));
}

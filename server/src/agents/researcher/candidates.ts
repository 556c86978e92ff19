import type { SearchResults } from '../../search/search.ts';
import { type Sentence, sentencesOf } from '../citations/sentences.ts';
import { type Term, termsOf } from './terms.ts';
import { isAmendment } from './values.ts';

export type Found = SearchResults['results'][number];

/** A sentence of a chunk that was found, with what stands around it. */
export interface Candidate {
  found: Found;
  /** A short paragraph or an item of a list as a whole. */
  isParagraph: boolean;
  /** Place of its chunk among the results, from 0. */
  rank: number;
  /** Offsets in the chunk's text; more than the sentence where it needs the one before. */
  start: number;
  end: number;
  kind: Sentence['kind'];
  text: string;
  terms: readonly Term[];
  /** The head of its table, and the paragraph in front of the table: *All prices in euros*. */
  head: {
    start: number;
    end: number;
    text: string;
    terms: readonly Term[];
    intro: string;
    introTerms: readonly Term[];
  } | null;
  /** The headings above it, within the chunk and without. */
  headings: readonly Term[];
  title: readonly Term[];
  /** The sentence before it in the same paragraph. */
  before: readonly Term[];
  /** The words of `text` before its own sentence, where it needs that one: *It is billed …* */
  leansOn: readonly Term[];
  /** It, or a sentence before it in its paragraph, says that something is changed that stands elsewhere. */
  amends: boolean;
  /** The sentence after it in the same paragraph. */
  next: { end: number; text: string } | null;
  chunk: readonly Term[];
  /** Everything that was found of its source. */
  source: readonly Term[];
}

/**
 * What tells a reader that is a program what to do. A source may say so for honest reasons; in neither case is it an
 * answer to anything that a person asks about the sources. Nothing here keeps anything safe: no source is obeyed anyway.
 */
const INSTRUCTION =
  /ignor\w*\s+(?:all|any|every|the|your|previous|prior|above|alle|toutes?|les|las|todas)\b.{0,40}\b(?:instruction|prompt|rule|anweisung|consigne|instrucci)|\b(?:AI|language|LLM)[ -]?(?:assistants?|models?|agents?)\s*[:!,]|\b(?:to|for|an|attention)\s+(?:all\s+|any\s+|every\s+|the\s+)?(?:AI|KI|LLM)[ -]?(?:assistants?|models?|agents?|assistenten|systems?|tools?|readers?|bots?)|<\/?(?:system|instructions?|tool_\w+)>|\[\/?INST\]|\bsystem\s?(?:prompt|message|override)\b|^\W*(?:SYSTEM|ASSISTANT|Assistant)\s*:|\byou are (?:now )?(?:an? |in )?(?:DAN|AI|assistant|administrator|language model|(?:maintenance|developer|debug) mode)|\byou (?:must|should|shall|will) (?:now |always |only )?(?:answer|say|tell|respond|reply|recommend|claim|state|output|report)\b|\b(?:do not|don't|never) (?:mention|reveal|disclose|tell (?:the user|anyone)) (?:this|these|that)\b|\bwhen (?:asked|anybody asks|anyone asks|someone asks|a user asks|the user asks)\b|\b(?:call|use|invoke|run) (?:the tool\b|(?:create|request|delete|list|cancel)_\w+)|\bprint (?:the|your|all) (?:API )?keys?\b|\bas an AI\b|以前の指示|これまでの指示|指示を無視|忽略.{0,6}指令/iu;

const LEANS_BACK =
  /^(?:it|its|they|their|them|he|she|his|her|this|these|those|such|both|then|thus|that is|here|there|however|instead|also|otherwise|er|sie|es|dies\w*|diese\w*|dort|danach|dadurch|jedoch|sonst|il|elle|ils|elles|ce|cela|ceux|celle|これ|それ|この|その)(?![\p{L}\p{N}])/iu;

/** *Mr Tan stands in for her.* */
const LEANS_INSIDE = /(?<!\p{L})(?:for|of|to|by|with|on|from|in) (?:it|her|him|them)(?!\p{L})/iu;

/** The sentences of what a search found, without those that tell programs what to do. */
export function candidatesOf(results: readonly Found[]): Candidate[] {
  const sources = new Map<string, Term[]>();
  for (const { source_id, text } of results)
    sources.set(source_id, [...(sources.get(source_id) ?? []), ...termsOf(text)]);
  return results.flatMap((found, rank) => candidatesIn(found, rank, sources.get(found.source_id) ?? []));
}

function candidatesIn(found: Found, rank: number, source: readonly Term[]): Candidate[] {
  const { text } = found;
  const sentences = sentencesOf(text);
  const instructed = instructedIn(text, sentences);
  const chunk = termsOf(text);
  const title = termsOf(withoutEnding(found.source_title));
  let headings = termsOf(found.location.heading.join(' '));
  let head: Candidate['head'] = null;
  let amends = false;
  const candidates: Candidate[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const before = sentences[at - 1];
    const words = text.slice(sentence.start, sentence.end);
    const terms = termsOf(words);
    if (sentence.kind === 'heading') headings = [...terms, ...termsOf(found.location.heading.join(' '))];
    const isHead =
      sentence.kind === 'row' && (before?.kind !== 'row' || isParted(text, before.end, sentence.start));
    if (sentence.kind !== 'row') head = null;
    else if (isHead)
      head = {
        start: sentence.start,
        end: sentence.end,
        text: words,
        terms,
        intro: introOf(text, sentence.start),
        introTerms: termsOf(introOf(text, sentence.start)),
      };
    if (sentence.kind === 'heading' || isHead || instructed.has(sentence)) continue;
    const sameParagraph =
      before !== undefined &&
      before.kind === 'prose' &&
      !NEXT_ITEM.test(text.slice(before.end, sentence.start));
    amends = isAmendment(words) || (sameParagraph && amends);
    const leans =
      sameParagraph && (LEANS_BACK.test(words) || LEANS_INSIDE.test(words)) && !instructed.has(before);
    const start = leans ? before.start : sentence.start;
    const after = sentences[at + 1];
    const goesOn =
      after?.kind === 'prose' &&
      sentence.kind === 'prose' &&
      !instructed.has(after) &&
      !NEXT_ITEM.test(text.slice(sentence.end, after.end));
    candidates.push({
      found,
      isParagraph: false,
      rank,
      start,
      end: sentence.end,
      kind: sentence.kind,
      text: text.slice(start, sentence.end),
      terms,
      head: sentence.kind === 'row' ? head : null,
      headings,
      title,
      before: sameParagraph ? termsOf(text.slice(before.start, before.end)) : [],
      leansOn: leans ? termsOf(text.slice(before.start, before.end)) : [],
      amends,
      next: goesOn ? { end: after.end, text: text.slice(after.start, after.end) } : null,
      chunk,
      source,
    });
  }
  return [...candidates, ...paragraphsOf(candidates)];
}

/** A new paragraph, or a new item of a list. */
const NEXT_ITEM = /\n\s*(?:\n|[-*+•]\s|\d+[.)]\s)/;
function introOf(text: string, tableStart: number): string {
  const above = text.slice(0, tableStart).replace(/[\s|]+$/, '');
  return above.split(/\n[^\S\n]*\n/).at(-1) ?? '';
}

const LONGEST_PARAGRAPH = 350;

/** Short paragraphs of two to five sentences as a whole: what an item of a list says often stands in its first words. */
function paragraphsOf(candidates: readonly Candidate[]): Candidate[] {
  const groups: Candidate[][] = [];
  for (const candidate of candidates) {
    const last = groups.at(-1)?.at(-1);
    const between = last ? candidate.found.text.slice(last.end, candidate.end) : '';
    const goesOn = last?.kind === 'prose' && candidate.kind === 'prose' && !NEXT_ITEM.test(between);
    if (goesOn) groups.at(-1)?.push(candidate);
    else groups.push([candidate]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last || group.length < 2 || group.length > 5) return [];
    if (last.end - first.start > LONGEST_PARAGRAPH) return [];
    const text = first.found.text.slice(first.start, last.end);
    return [
      {
        ...first,
        isParagraph: true,
        end: last.end,
        text,
        next: null,
        amends: group.some((one) => one.amends),
        terms: group.flatMap(({ terms }) => terms),
      },
    ];
  });
}

/** Whether an empty line lies between two places. */
function isParted(text: string, from: number, to: number): boolean {
  return /\n[^\S\n]*\n/.test(text.slice(from, to));
}

/** From a sentence with an instruction to the end of its paragraph, or to the quotation mark that closes it. */
function instructedIn(text: string, sentences: readonly Sentence[]): Set<Sentence> {
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

function withoutEnding(title: string): string {
  return title.replace(/\.\w{2,4}$/, '').replace(/[-_]/g, ' ');
}

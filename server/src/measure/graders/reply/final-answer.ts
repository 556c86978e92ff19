import type { Judgement } from '../grader.ts';
import { type OptionSpec, oneOf } from '../options.ts';
import { type Announcement, announcements, headsReasoning } from './announcements.ts';
import { correctionOf } from './corrections.ts';
import { foldCharacters } from './fold.ts';
import { containsDenial } from './hedges.ts';
import { lastBoxed, SENTENCE_END, trimCharacters, trimMarks } from './markup.ts';
import { type Reply, readReply } from './reply.ts';
import { wordsPattern } from './words.ts';

/** The answer of a response as text, and how it was found. */
export interface FoundAnswer extends Pick<Judgement, 'settled' | 'extraction'> {
  value: string;
}

const PLACES = ['auto', 'answer_line', 'whole'] as const;
export type AnswerPlace = (typeof PLACES)[number];

export const extractOption = (fallback: AnswerPlace): OptionSpec =>
  oneOf(
    `Where to find the answer. "auto": the last "Answer:" line, else after "answer is" or in the last \\boxed{}, else the whole response. "answer_line": only that line. "whole": the whole response.`,
    PLACES,
    fallback,
  );

/**
 * Where `auto` searches: the last `Answer:` line (strict); otherwise after `answer is`, or in the last `\boxed{}`
 * (flexible); otherwise the whole response, strict if it is one line. A response that is read whole by request is not
 * searched. Null if there is no answer in the requested place.
 */
export function finalAnswer(raw: string, where: unknown): FoundAnswer | null {
  if (where === 'whole') return { value: raw, extraction: null, settled: false };
  const reply = readReply(raw);
  for (const announced of announcements(reply)) {
    const { form, by, denied, value, isBelow } = announced;
    if (denied || by === 'chosen' || by === 'affirmed') continue;
    const instead = saidInstead(announced);
    if (instead !== null)
      return instead === '' ? null : { value: instead, extraction: 'flexible', settled: false };
    if (form === 'line') return { value, extraction: 'strict', settled: true };
    if (where === 'answer_line') continue;
    const sentence =
      by === 'marked' ? (lastBoxed(value) ?? value) : isBelow ? value : withoutVerb(firstSentence(value));
    if (sentence !== '') return { value: sentence, extraction: 'flexible', settled: false };
  }
  if (where === 'answer_line') return null;
  const affirmed = affirmedText(reply);
  if (affirmed !== null) return { value: affirmed, extraction: 'flexible', settled: false };
  return { value: raw, extraction: reply.lines.length === 1 ? 'strict' : 'flexible', settled: false };
}

const INSTEAD = new RegExp(`^(?:(?:[\\p{L}]{1,12}[' ]){0,3}?${wordsPattern('is')} ?:?)? ?`, 'iu');

/** The text given instead of a retracted answer; '' if there is none, null if the answer stands. */
function saidInstead(announced: Announcement): string | null {
  const { value } = announced;
  const [sentence = ''] = value.split(SENTENCE_END, 1);
  const correction = headsReasoning(sentence) ? null : correctionOf(announced, value.slice(sentence.length));
  if (!correction?.certain) return null;
  const said = trimCharacters(correction.text.split('\n', 1)[0] ?? '', ' ,.:;!–—-');
  return firstSentence(said.slice(INSTEAD.exec(foldCharacters(said))?.[0].length ?? 0));
}

const VERB = new RegExp(`(?:${wordsPattern('ends')})$`, 'iu');

/** Removes the verb: `パリです` becomes `パリ`. */
export function withoutVerb(text: string): string {
  const verb = VERB.exec(foldCharacters(text));
  return verb === null || verb.index === 0 ? text : trimMarks(text.slice(0, verb.index));
}

const NOUN = new RegExp(wordsPattern('answer'), 'iu');
const AFFIRMED = new RegExp(`^(.{1,100}?),? ?(?:${wordsPattern('right')})[.!。]*$`, 'iu');

/** The answer that the last sentence calls right: `Paris is the correct answer.` Null if there is none. */
function affirmedText({ lines }: Reply): string | null {
  const last = lines.at(-1)?.slice(-200) ?? '';
  const sentence = last.split(/(?<=[.!?。！？।])\s?(?=\S)/).at(-1) ?? '';
  const subject = AFFIRMED.exec(foldCharacters(sentence))?.[1];
  if (
    subject === undefined ||
    containsDenial(subject) ||
    !NOUN.test(foldCharacters(sentence).slice(subject.length))
  )
    return null;
  return trimMarks(sentence.slice(0, subject.length));
}

const firstSentence = (text: string): string => trimMarks(text.split(SENTENCE_END)[0] ?? '');

/** The result for a response without an answer. */
export const NOTHING_FOUND: Judgement = { score: 0, extraction: 'none', extracted: null, settled: false };

/** The form requested by the prompt decides what is strict; it does not change what is right. */
export const askedForm = oneOf(
  'The form that the prompt requests; only this form is recorded as strict: "answer_line" an "Answer: X" line of its own, "answer_is" also "the answer is X" inside a sentence.',
  ['answer_line', 'answer_is'],
);

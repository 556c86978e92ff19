import { foldCharacters } from './fold.ts';
import { DENIED_QUESTION_PATTERN, endAt } from './hedges.ts';
import { wordsPattern } from './words.ts';

/** Phrases that retract the previous statement, even without a replacement; in any language also `that is wrong`. */
const TAKEN =
  'i (?:was wrong|made (?:a|an) (?:mistake|error)|misread|miscalculated|miscounted|forgot(?! to)|meant)|scratch that|strike that|make that|i take (?:that|it) back|(?:correction|edit) ?:|actually,? (?:no|it should be|it is)|on (?:second thought|reflection),?|doch nicht|korrektur ?:|correccion ?:|correcao ?:|correzione ?:|исправление ?:|更正 ?[:：]|(?:これは)?間違いでした|訂正 ?[:：]|틀렸습니다|정정 ?[:：]';
const THAT =
  "(?:that|this|it|das|dies|es|cela|ceci|ca|eso|esto|esta|isso|isto|questo|это|це|dat|dit|det|to|bu|ini|itu)(?: | war )|c'|e |(?:这|這|これは|それは)";
const AN_ERROR =
  "(?:is|'s|was) (?:not right|not correct|wrong|incorrect|an? (?:mistake|error))|(?:ist|war) ein fehler|(?:est|etait) une erreur|es un error|ошибка";
const WAIT = `[^\\p{L}\\p{N}]{0,4}(?:${wordsPattern('wait')}|${wordsPattern('no')}(?= ?[,.!:;—–-]| (?:-?\\d|${wordsPattern('wait')})|[，。！、：]))`;
const WRONG = `(?:${wordsPattern('wrong')}|${AN_ERROR})[误誤]?的?(?= ?(?:[.!,;:。，！—–-]|$))`;
const HESITATES = new RegExp(`^(?:${WAIT}){1,3}`, 'iu');
const TAKES_BACK = new RegExp(`^[^\\p{L}\\p{N}]{0,6}(?:${TAKEN}|(?:${THAT})${WRONG})`, 'iu');
const IS_WRONG = new RegExp(`^[^\\p{L}\\p{N}]{0,6}${WRONG}`, 'iu');
/** Places where a correction may begin: directly after the answer and its unit, or with a later sentence. */
const CLAUSE = /(?:^(?: ?[^\s.,;!?()–—-]{1,12}){0,2} ?[,;(–—-] ?|[.!?…](?: |$)|\.{3} ?|[。！？।\n])/gu;
const LOOKED_AT = 400;

/** A correction: the text with the replacement, and whether the answer is retracted even without one. */
export interface Correction {
  text: string;
  certain: boolean;
}

/** The lines after that of an announcement, and whether the first of them belongs to the answer. */
type Below = { below: readonly string[]; isBelow: boolean };

/** The correction of an announced answer, in the text after it on its line and below. */
export const correctionOf = ({ below, isBelow }: Below, after: string): Correction | null =>
  correctionIn([after, ...below.slice(isBelow ? 1 : 0, 6)].join('\n'));

/**
 * The text after a response retracts the answer before `after`, or hesitates about it (`Sorry, that is wrong. It is
 * D.`, `Wait, …, so it is 18`). Null if it does neither.
 */
function correctionIn(after: string): Correction | null {
  const text = foldCharacters(after.slice(0, LOOKED_AT));
  const denied = endAt(DENIED_QUESTION_PATTERN, text, 0);
  if (denied !== null) return { text: after.slice(denied, LOOKED_AT), certain: true };
  const line = text.indexOf('\n') >>> 0;
  const clauses = Array.from(text.matchAll(CLAUSE), ({ 0: { length }, index }) => index + length);
  for (const from of [0, ...clauses.filter((end) => end <= line + 1)]) {
    const [hesitation = ''] = HESITATES.exec(text.slice(from)) ?? [];
    const rest = text.slice(from + hesitation.length);
    const [taken = ''] = TAKES_BACK.exec(rest) ?? (hesitation === '' ? null : IS_WRONG.exec(rest)) ?? [];
    if (hesitation + taken !== '')
      return {
        text: after.slice(from + hesitation.length + taken.length, LOOKED_AT),
        certain: taken !== '',
      };
  }
  return null;
}

const STATED = new RegExp(`(?:${wordsPattern('is', 'so')}|[=≈:：→]|^[ ,.!:;—–-]{0,4}$)`, 'iu');
/** The text between a result and the end of its sentence, if it can be a unit. */
const UNIT = new RegExp(
  `^(?! (?:more|extra|spare|others?|additional)(?![a-z]))(?:${wordsPattern('ends')}|[)\\]}"'* ]{0,3}(?:[ -]?[^\\s.,;:!?。！？।\\d]{1,15}){0,3}[)\\]} ]{0,2}(?:[.,;:!?。！？।\\n…)–—]|$))`,
  'iu',
);

/** Whether the text between these two is stated as a result: `so it is 18 apples.` */
export const isStated = (before: string, after: string): boolean =>
  STATED.test(
    foldCharacters(before.slice(-80))
      .split(/[.!?](?= )|[。！？।\n]/)
      .at(-1) ?? '',
  ) && UNIT.test(foldCharacters(after.slice(0, 80)));

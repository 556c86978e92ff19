import type { Random } from '../../../statistics/statistics.ts';
import { oneIn, word, wordAny } from '../wording/wording.ts';

/**
 * The clause as something that holds, or that does not: in up to two frames, of which each affirms or denies what it
 * holds. A denial of a denial affirms.
 */
export function framed(random: Random, clause: string, holds: boolean): string {
  const text = inFrames(random, clause, holds);
  return oneIn(random, 4) ? `${word(random, ASIDE)} ${text}` : text;
}

function inFrames(random: Random, clause: string, holds: boolean): string {
  const draw = random.below(10);
  if (draw < 3 && holds) return clause;
  if (draw < 6) return wordAny(random, holds ? HELD : DENIED, { clause });
  const isInnerHeld = oneIn(random, 2);
  const inner = wordAny(random, isInnerHeld ? INNER_HELD : INNER_DENIED, { clause });
  return wordAny(random, isInnerHeld === holds ? HELD : DENIED, { clause: inner });
}

const ASIDE =
  '[incidentally|by the way|moreover|besides|for the record|in passing|on a different note|while we are at it|to come to another point|as an aside|next|to go on|now then|furthermore|in addition|then again|to name another thing|speaking of which|before it is forgotten|at this point],';

const INNER_HELD = [
  'no honest person could deny that {clause}',
  'one does well to believe that {clause}',
  'whatever is said against the view that {clause} is wrong',
  'it has been rightly reported that {clause}',
  'the opposite of the statement that {clause} is false',
  'it is [true|right|a fact] that {clause}',
  'those who say that {clause} are right',
  'it is correct to [assume|believe|say] that {clause}',
  'it is [wrong|a mistake] to [doubt|deny] that {clause}',
  'anybody who denies that {clause} is mistaken',
];

const INNER_DENIED = [
  'no honest person could affirm that {clause}',
  'one does badly to believe that {clause}',
  'whatever is said for the view that {clause} is wrong',
  'it has been wrongly reported that {clause}',
  'the opposite of the statement that {clause} is true',
  'it is [untrue|wrong|false] that {clause}',
  'those who say that {clause} are wrong',
  'it is [wrong|a mistake] to [assume|believe|say] that {clause}',
  'it is [right|correct] to deny that {clause}',
  'anybody who says that {clause} is mistaken',
];

const HELD = [
  'it can be taken for granted that {clause}',
  'a bet that {clause} would be won',
  'the witness who swore that {clause} told the truth',
  'to say that {clause} is to say [what is so|the truth|nothing false]',
  'the sentence that {clause} was struck out by mistake, for it is true',
  'it is no [lie|myth|legend] that {clause}',
  'the auditor set out to refute that {clause}, and failed because it is true',
  'two clerks quarrelled over whether {clause}, and the one who said yes was right',
  'of the remark that {clause} and its opposite, the first is right',
  'anybody in doubt whether {clause} can be told that it is so',
  'it is [true|a fact|beyond doubt|certain|well established] that {clause}',
  'it is [said|claimed|rumoured] that {clause}, [and so it is|which is true|and rightly so]',
  'the [old|first|draft] list says that {clause}, and [on this it is right|here it can be trusted]',
  'nobody [believed|expected] it, but {clause}',
  'some [doubt|deny|dispute] that {clause}, but they are [wrong|mistaken]',
  'it would be [wrong|a mistake|false] to [doubt|deny|dispute] that {clause}',
  'the claim that {clause} was [tested|checked|looked into] and [held up|was confirmed|proved right]',
  'it is not [false|untrue|wrong] that {clause}',
  'however [odd|unlikely|strange] it may seem, {clause}',
  'as the auditor found out too late, {clause}',
  'the inspector [withdrew|took back] the objection to the remark that {clause}, so the remark stands',
  'nothing [speaks against|contradicts] the statement that {clause}, and it is true',
  'those who say that {clause} are [right|not mistaken|telling the truth]',
  'contrary to [rumour|what some think|an earlier report], {clause}',
  'the report that {clause} was first called an error, then found to be [right|correct|accurate] after all',
];

const DENIED = [
  'it can be ruled out that {clause}',
  'a bet that {clause} would be lost',
  'the witness who swore that {clause} lied',
  'to say that {clause} is to say [what is not so|the untruth|something false]',
  'the sentence that {clause} was struck out with reason, for it is false',
  'it is a [lie|myth|legend] that {clause}',
  'the auditor set out to prove that {clause}, and failed because it is false',
  'two clerks quarrelled over whether {clause}, and the one who said no was right',
  'of the remark that {clause} and its opposite, the second is right',
  'anybody in doubt whether {clause} can be told that it is not so',
  'it is [untrue|a fable|out of the question|not the case|false] that {clause}',
  'it is [said|claimed|rumoured] that {clause}, [but it is not so|which is untrue|wrongly]',
  'the [old|first|draft] list says that {clause}, but [on this it is wrong|here it cannot be trusted]',
  'everybody [believed|expected] that {clause}, but [they were wrong|it is not so]',
  'some [think|insist|maintain] that {clause}, but they are [wrong|mistaken]',
  'it would be [wrong|a mistake|false] to [think|say|believe] that {clause}',
  'the claim that {clause} was [tested|checked|looked into] and [fell apart|was refuted|proved wrong]',
  'it is not [true|right|correct] that {clause}',
  'however [often|firmly|loudly] it may be said that {clause}, it is [wrong|untrue]',
  'as the auditor found out too late, nobody should have believed that {clause}, for it is not true',
  'the inspector [upheld|confirmed] the objection to the remark that {clause}, so the remark falls',
  'nothing [speaks for|supports] the statement that {clause}, and it is untrue',
  'those who say that {clause} are [wrong|mistaken|not telling the truth]',
  'contrary to [rumour|what some think|an earlier report], it is not so that {clause}',
  'the report that {clause} was first called right, then found to be [wrong|an error|inaccurate] after all',
];

import { fillAnyTemplate, fillTemplate, isOneIn, type WordRandom } from '../wording/wording.ts';

/**
 * Words a statement as true or false: by a clause or its negation, in up to two frames, each of which affirms or denies
 * its content. A denied denial affirms.
 */
export function frameStatement(random: WordRandom, say: (as: boolean) => string, holds: boolean): string {
  const as = !isOneIn(random, 3);
  const text = inFrames(random, say(as), holds === as);
  return isOneIn(random, 4) ? `${fillTemplate(random, ASIDE)} ${text}` : text;
}

function inFrames(random: WordRandom, clause: string, holds: boolean): string {
  const draw = random.below(10);
  if (draw < 3 && holds) return clause;
  if (draw < 6) return fillAnyTemplate(random, holds ? HELD : DENIED, { clause });
  const isInnerHeld = isOneIn(random, 2);
  const inner = fillAnyTemplate(random, isInnerHeld ? INNER_HELD : INNER_DENIED, { clause });
  return fillAnyTemplate(random, isInnerHeld === holds ? HELD : DENIED, { clause: inner });
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
  'the view that {clause} is sound',
  'to affirm that {clause} is to be right',
  'one may rely on it that {clause}',
  'the statement that {clause} has truth on its side',
  'the denial that {clause} is groundless',
  'only a liar would deny that {clause}',
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
  'the view that {clause} is unsound',
  'to affirm that {clause} is to be wrong',
  'one may not rely on it that {clause}, for it is false',
  'the statement that {clause} has truth against it',
  'the denial that {clause} is well founded',
  'only a liar would affirm that {clause}',
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
  'what follows is [the truth|no mistake|how it is]: {clause}',
  'this was found to be correct: {clause}',
  'as can be shown, {clause}',
  'nobody is wrong to say that {clause}',
  'one would look in vain for a reason to doubt that {clause}',
  'after a long search for errors, it still stands that {clause}',
  'the minutes have it that {clause}, and the minutes do not lie',
  'if somebody tells you that {clause}, trust them',
  'that {clause} has never been refuted, and rightly',
  'ask anybody who knows, and the answer is that {clause}',
  'it pays to bet that {clause}',
  'whether {clause} was voted on by those who know, and all said yes',
  'it is as true as can be that {clause}',
  'a prize was offered for proof that {clause}, and was won fairly',
  'do not believe those who deny that {clause}',
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
  'what follows is [not the truth|a mistake|not how it is]: {clause}',
  'this was found to be incorrect: {clause}',
  'only fools think that {clause}',
  'nobody is right to say that {clause}',
  'one would look in vain for a reason to believe that {clause}',
  'after a long search for errors, it no longer stands that {clause}',
  'the minutes have it that {clause}, and the minutes lie',
  'if somebody tells you that {clause}, do not trust them',
  'that {clause} has been refuted, and rightly',
  'ask anybody who knows whether {clause}, and the answer is no',
  'it is money thrown away to bet that {clause}',
  'whether {clause} was voted on by those who know, and all said no',
  'it is as untrue as can be that {clause}',
  'a prize was offered for proof that {clause}, and could never be won, since it is false',
  'do not believe those who affirm that {clause}',
];

import { foldCharacters } from './fold.ts';

const UNSAID = [
  // Doubted.
  "(?<!not )(?:unlikely|improbable)|hard to believe|no way|nobody would|no one would|(?:don't|do not|cannot|can't|refuse to) believe|unwahrscheinlich|glaube nicht|peu probable|poco probable|improbabil[ei]|improvavel",
  // Assumed: `If it were so, the answer would be B`, `the answer would be B if …`.
  '^(?:if|were|had) .{1,150} would|would (?:be|have been) .{1,40} if |in that case.{1,30} would|^wenn .{1,150} ware |\\bware .{1,40},? wenn |serait .{1,40} si |seria .{1,40} s[ie] |sarebbe .{1,40} se |zou .{1,40} als ',
  // Excluded.
  '(?:rule out|eliminate|exclude|discard) [(*]{0,3}[A-Z][)*]{0,3}[.!]?$',
  // Applied to a second one as well.
  ',? (?:and so (?:is|are|does|do|has|could)|as (?:is|are|does)) [(*]{0,3}[A-Z](?![a-z])',
  // Denied in words that do not directly follow the letter.
  '(?:일|이?라고 할|될) (?:리가|수) 없|(?:неверен|неверна|неправилен|ошибочен)(?![а-я])|であるはずが|は?ずがない',
  // Retracted afterwards.
  "(?:most people|many|some|they|people)(?: \\w+)? (?:say|think|believe|claim).{0,20}, but (?:it|that|this)(?: is|'s) (?:wrong|incorrect|false|not)",
].map((source) => new RegExp(source, 'iu'));

/** Whether a sentence names an answer without giving it: as an assumption, in doubt, or excluded. */
export function isUnsaid(sentence: string): boolean {
  const text = foldCharacters(sentence.slice(0, 400)).trim();
  return UNSAID.some((pattern) => pattern.test(text));
}

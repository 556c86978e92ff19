import { foldCharacters } from './fold.ts';

const UNSAID = [
  // Not believed.
  "(?<!not )(?:unlikely|improbable)|hard to believe|no way|nobody would|no one would|(?:don't|do not|cannot|can't|refuse to) believe|unwahrscheinlich|glaube nicht|peu probable|poco probable|improbabil[ei]|improvavel",
  // Supposed: `If it were so, the answer would be B`, `the answer would be B if …`.
  '^(?:if|were|had) .{1,150} would|would (?:be|have been) .{1,40} if |in that case.{1,30} would|^wenn .{1,150} ware |\\bware .{1,40},? wenn |serait .{1,40} si |seria .{1,40} s[ie] |sarebbe .{1,40} se |zou .{1,40} als ',
  // Said to be out.
  '(?:rule out|eliminate|exclude|discard) [(*]{0,3}[A-Z][)*]{0,3}[.!]?$',
  // Said of a second one as well.
  ',? (?:and so (?:is|are|does|do|has|could)|as (?:is|are|does)) [(*]{0,3}[A-Z](?![a-z])',
  // Denied in words that no list of what follows a letter has.
  '(?:일|이?라고 할|될) (?:리가|수) 없|(?:неверен|неверна|неправилен|ошибочен)(?![а-я])|であるはずが|は?ずがない',
  // Called an error after it was said.
  "(?:most people|many|some|they|people)(?: \\w+)? (?:say|think|believe|claim).{0,20}, but (?:it|that|this)(?: is|'s) (?:wrong|incorrect|false|not)",
].map((source) => new RegExp(source, 'iu'));

/** Whether a sentence names an answer that it does not give: it is supposed, not believed or ruled out. */
export function isUnsaid(sentence: string): boolean {
  const text = foldCharacters(sentence.slice(0, 400)).trim();
  return UNSAID.some((pattern) => pattern.test(text));
}

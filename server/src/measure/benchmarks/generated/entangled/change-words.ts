import { wordQuantity } from '../wording/numbers.ts';
import { type Clause, fillAnyTemplate, mentionOf, type WordRandom } from '../wording/wording.ts';
import type { ToldEvent } from './registers.ts';

/*
 * Wordings for changes of registers; `{r}` and `{s}` are mentions, `{v}` a value, `{n}` a distance. All are clauses in
 * the past tense that fit into a frame.
 */

/** Wordings of shifts up and down, each with its negation. */
type ShiftWords = Readonly<Record<'up' | 'down', readonly [is: readonly string[], isNot: readonly string[]]>>;

/** A clause that the change was made or, if `as` is false, that it was not. */
export function changeClause<V>(
  random: WordRandom,
  event: ToldEvent<V>,
  as: boolean,
  value: (of: V) => string,
  shifts: ShiftWords,
): Clause {
  const r = mentionOf(event.r);
  const say = ([is, isNot]: ShiftWords['up'], slots: Readonly<Record<string, string>>) =>
    fillAnyTemplate(random, as ? is : isNot, { r, ...slots });
  switch (event.kind) {
    case 'set':
      return say([SET, SET_NOT], { v: value(event.value) });
    case 'copy':
      return say([COPY, COPY_NOT], { s: mentionOf(event.from) });
    case 'swap':
      return say([SWAP, SWAP_NOT], { s: mentionOf(event.other) });
    case 'undo':
      return say([UNDO, UNDO_NOT], {});
    case 'shift':
      return say(shifts[event.by > 0 ? 'up' : 'down'], { n: wordQuantity(random, Math.abs(event.by)) });
  }
}

const SET = [
  '{r} [was set to|was fixed at|became|was changed to] {v}',
  '{v} was made {r}',
  '{v} [took the place of|replaced|superseded] what {r} had been until then',
  '{r} [was entered anew as|was put down as|was given as] {v}',
  'somebody [wrote|put] {v} where {r} had stood',
  'what had been {r} [gave way to|made room for] {v}',
  '{v} was [chosen|agreed on|settled on] for {r}',
  'the new entry for {r} [read|was] {v}',
  '{r} [came to be|ended up as] {v}',
  'from then on {r} read {v}',
  'people [moved on|switched] from what {r} had been to {v}',
  '{v} was entered where {r} had been kept',
  '{r} was to be {v}, and people made it so',
  'the choice for {r} fell on {v}',
];

const SET_NOT = [
  '{r} was not [set to|fixed at|changed to] {v}',
  '{v} did not [replace|supersede] what {r} had been until then',
  '{v} was not made {r}',
  'nobody [wrote|put] {v} where {r} had stood',
  'the choice for {r} did not fall on {v}',
  '{v} was rejected for {r}',
];

const COPY = [
  '{r} was [set to the same as|made equal to|brought into line with] {s}',
  '{r} took over what {s} was at that moment',
  '{s} was [copied to|carried over to|taken over for] {r}',
  'what {s} was at that point became {r} as well',
  '{r} was [discarded|dropped] in favour of whatever {s} was just then',
  '{s} stayed as it was, and {r} was made the same',
  'for {r} people [fell back on|borrowed] the value of {s}',
  '{r} was from then on what {s} was at that time, later changes aside',
  'people looked up {s} and put the same down for {r}',
  'whatever {s} was just then was put in place of {r}',
  '{r} [followed|imitated] {s} as it was then, just that once',
  '{r} was overwritten with what {s} was',
  '{s} lent its value to {r} without losing it',
];

const COPY_NOT = [
  '{r} was not [set to the same as|made equal to] {s}',
  '{r} did not take over what {s} was at that moment',
  '{s} was not copied to {r}',
  'nobody borrowed the value of {s} for {r}',
];

const SWAP = [
  '{r} and {s} [changed places|were swapped|were exchanged|were interchanged]',
  '{r} became what {s} had been, and the other way round',
  '{r} and {s} were found to have been [mixed up|confused], and each got the value of the other',
  '{s} was traded for {r}, each taking the value of the other',
  'each of {r} and {s} took over what the other had been',
  'the values of {r} and {s} were put [crosswise|the other way round]',
  'what {r} was went to {s}, and what {s} was went to {r}',
  '{r} was given up for {s}, and {s} for {r}',
  'people turned {r} into what {s} was, and {s} into what {r} had been',
  '{r} and {s} passed their values to each other',
  'a crossing of {r} and {s} took place, each ending with what the other was',
];

const SWAP_NOT = [
  '{r} and {s} did not change places',
  '{r} and {s} were not [swapped|exchanged|interchanged]',
  '{s} was not traded for {r}',
  'nobody put the values of {r} and {s} crosswise',
  '{r} and {s} passed nothing to each other',
];

const UNDO = [
  'the last change of {r} was [undone|reversed|taken back]',
  '{r} went back to what it had been before its last change',
  '{r} was [restored|reset|returned] to the value before the one it had',
  'the value that {r} had had just before its present one was brought back',
  'people [regretted|thought better of] the last change of {r} and undid it',
  '{r} got its previous value back',
  'the last change of {r} was struck out again',
  '{r} took one step back in its history',
  'people put {r} back by one change',
  'what {r} had been until its last change was made valid again',
  'the last thing done to {r} was made void',
];

const UNDO_NOT = [
  'the last change of {r} was not [undone|reversed|taken back]',
  '{r} did not go back to what it had been before its last change',
  '{r} was not given its previous value back',
  'nobody undid the last change of {r}',
];

const RAISE = [
  '{r} was [raised|increased|moved up] by {n}',
  '{n} was added to {r}',
  '{r} went up by {n}',
  '{r} ended up {n} [above|beyond] what it had been',
  '{r} had been too low by {n}, and this was put right',
  '{r} was corrected upwards by {n}',
  '{r} [gained|climbed by] {n}',
  'people put {n} on top of {r}',
  '{n} had been missing from {r}, and was put in',
  '{r} grew by {n}',
  '{r} is {n} higher since then',
];

const RAISE_NOT = [
  '{r} was not [raised|increased|moved up] by {n}',
  '{n} was not added to {r}',
  '{r} did not go up by {n}',
  'nobody put {n} on top of {r}',
];

const LOWER = [
  '{r} was [lowered|reduced|decreased|moved down] by {n}',
  '{n} was [taken off|subtracted from|deducted from] {r}',
  '{r} went down by {n}',
  '{r} ended up {n} [below|short of] what it had been',
  '{r} had been too high by {n}, and this was put right',
  '{r} was corrected downwards by {n}',
  '{r} [lost|dropped by] {n}',
  'people took {n} away from {r}',
  '{n} too many had been in {r}, and went',
  '{r} shrank by {n}',
  '{r} is {n} lower since then',
];

const LOWER_NOT = [
  '{r} was not [lowered|reduced|moved down] by {n}',
  '{n} was not taken off {r}',
  '{r} did not go down by {n}',
  'nobody took {n} away from {r}',
];

const LATER = [
  '{r} was [put off|postponed|moved back|deferred] by {n} days',
  '{r} became {n} days later than it had been',
  '{n} days were added before {r}',
  '{r} had been too early by {n} days, and this was put right',
  '{r} slipped by {n} days',
  'people gave {r} another {n} days',
  '{r} moved {n} days away into the future',
  '{r} was pushed back by {n} days',
  '{n} days more had to pass before {r}',
];

const LATER_NOT = [
  '{r} was not [put off|postponed|deferred] by {n} days',
  '{n} days were not added before {r}',
  '{r} did not slip by {n} days',
];

const EARLIER = [
  '{r} was [brought forward|advanced] by {n} days',
  '{r} became {n} days earlier than it had been',
  '{n} days were saved on {r}',
  '{r} had been too late by {n} days, and this was put right',
  '{r} came {n} days sooner than it had been set for',
  'people pulled {r} forward by {n} days',
  '{n} days were cut from the time before {r}',
  '{n} days fewer had to pass before {r}',
  '{r} moved {n} days nearer',
];

const EARLIER_NOT = [
  '{r} was not [brought forward|advanced] by {n} days',
  '{r} did not become {n} days earlier than it had been',
  '{n} days were not saved on {r}',
];

export const IN_NUMBERS: ShiftWords = { up: [RAISE, RAISE_NOT], down: [LOWER, LOWER_NOT] };
export const IN_DAYS: ShiftWords = { up: [LATER, LATER_NOT], down: [EARLIER, EARLIER_NOT] };

/** Phrases for something that did not happen, besides the frames that deny it. */
export const DID_NOT_HAPPEN = [
  'it was [planned|proposed|suggested|considered] that {clause}, but [nothing came of it|it was not done|it never happened]',
  'a note that {clause} was [torn up|withdrawn|struck out] the same hour, and nothing had been done',
  'had the weather been better, it would have been so that {clause}; as it was, all stayed as before',
  'people dreamt that {clause}, and on waking nothing had changed',
  'a visitor asked whether {clause}, and was told that this was not so',
  'on paper it was so that {clause}, but only on paper',
  'orders were given that {clause}, and nobody followed them',
  'it came close to it that {clause}, and then was left alone',
  'in a play at the theatre it was so that {clause}, and nowhere else',
  '{clause}, or so the parrot says, which makes things up',
];

/** Phrases for something that did happen. */
export const DID_HAPPEN = [
  'it was [planned|proposed|suggested|considered] that {clause}, and [so it was done|it was done at once|it happened]',
  'a note that {clause} was nearly torn up, but it was right',
  'had the weather been worse, nothing would have changed; as it was, {clause}',
  'people had dreamt that {clause}, and now it happened',
  'a visitor asked whether {clause}, and was told that this was so',
  'it was so on paper that {clause}, and in fact as well',
  'orders were given that {clause}, and were followed',
  'it came close to failing, but in the end {clause}',
  'what was seen in a play at the theatre then took place: {clause}',
  '{clause}, and the parrot has it right for once',
];

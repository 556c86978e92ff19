/*
 * Words for changes of registers; `{r}` and `{s}` are mentions, `{v}` a value, `{n}` a distance. All are clauses in the
 * past that a frame can hold.
 */

export const SET = [
  '{r} [was set to|was fixed at|became|was changed to] {v}',
  '{v} was made {r}',
  '{v} [took the place of|replaced|superseded] what {r} had been until then',
  '{r} [was entered anew as|was put down as|was given as] {v}',
  'somebody [wrote|put] {v} where {r} had stood',
  'what had been {r} [gave way to|made room for] {v}',
  '{v} was [chosen|agreed on|settled on] for {r}',
  'the new entry for {r} [read|was] {v}',
];

export const COPY = [
  '{r} was [set to the same as|made equal to|brought into line with] {s}',
  '{r} took over what {s} was at that moment',
  '{s} was [copied to|carried over to|taken over for] {r}',
  'what {s} was at that point became {r} as well',
  '{r} was [discarded|dropped] in favour of whatever {s} was just then',
  '{s} stayed as it was, and {r} was made the same',
  'for {r} people [fell back on|borrowed] the value of {s}',
  '{r} was from then on what {s} was at that time, later changes aside',
];

export const SWAP = [
  '{r} and {s} [changed places|were swapped|were exchanged|were interchanged]',
  '{r} became what {s} had been, and the other way round',
  '{r} and {s} were found to have been [mixed up|confused], and each got the value of the other',
  '{s} was traded for {r}, each taking the value of the other',
  'each of {r} and {s} took over what the other had been',
  'the values of {r} and {s} were put [crosswise|the other way round]',
];

export const UNDO = [
  'the last change of {r} was [undone|reversed|taken back]',
  '{r} went back to what it had been before its last change',
  '{r} was [restored|reset|returned] to the value before the one it had',
  'the value that {r} had had just before its present one was brought back',
  'people [regretted|thought better of] the last change of {r} and undid it',
  '{r} got its previous value back',
];

export const RAISE = [
  '{r} was [raised|increased|moved up] by {n}',
  '{n} was added to {r}',
  '{r} went up by {n}',
  '{r} ended up {n} [above|beyond] what it had been',
  '{r} had been too low by {n}, and this was put right',
  '{r} was corrected upwards by {n}',
];

export const LOWER = [
  '{r} was [lowered|reduced|decreased|moved down] by {n}',
  '{n} was [taken off|subtracted from|deducted from] {r}',
  '{r} went down by {n}',
  '{r} ended up {n} [below|short of] what it had been',
  '{r} had been too high by {n}, and this was put right',
  '{r} was corrected downwards by {n}',
];

export const LATER = [
  '{r} was [put off|postponed|moved back|deferred] by {n} days',
  '{r} became {n} days later than it had been',
  '{n} days were added before {r}',
  '{r} had been too early by {n} days, and this was put right',
  '{r} slipped by {n} days',
];

export const EARLIER = [
  '{r} was [brought forward|advanced] by {n} days',
  '{r} became {n} days earlier than it had been',
  '{n} days were saved on {r}',
  '{r} had been too late by {n} days, and this was put right',
  '{r} came {n} days sooner than it had been set for',
];

/** Said of something that did not happen, beside the frames that deny it. */
export const NOT_DONE = [
  'it was [planned|proposed|suggested|considered] that {clause}, but [nothing came of it|it was not done|it never happened]',
  'a note that {clause} was [torn up|withdrawn|struck out] the same hour, and nothing had been done',
  'had the weather been better, it would have been so that {clause}; as it was, all stayed as before',
  'people dreamt that {clause}, and on waking nothing had changed',
  'a visitor asked whether {clause}, and was told that this was not so',
];

/** Said of something that did happen. */
export const DONE = [
  'it was [planned|proposed|suggested|considered] that {clause}, and [so it was done|it was done at once|it happened]',
  'a note that {clause} was nearly torn up, but it was right',
  'had the weather been worse, nothing would have changed; as it was, {clause}',
  'people had dreamt that {clause}, and now it happened',
  'a visitor asked whether {clause}, and was told that this was so',
];

import { createGroundedBenchmark } from './grounded.ts';

/**
 * Gaps in sentences of the workspace's own sources. Written definition, version 1:
 *
 * 1. A passage is a chunk of a source that is ready. Its sentences are those of `sentences.ts`.
 * 2. A fact is a date, a number of two digits or more, or a name of two to four words with a capital letter, that the
 *    sentence holds once (`facts.ts`). It is left out; of several facts the seed decides which. Each sentence is asked once.
 * 3. A sentence that two passages complete differently is not asked.
 * 4. Right is the fact. A date may be written `5 May 1985`, `May 5, 1985` or `1985-05-05`; a number in any way that the
 *    grader `numeric` reads; a name in any case of letters, but whole: the last word of a name alone is wrong.
 * 5. `unknown` is wrong here, and so is a fact in a sentence around it, unless it is on the `Answer:` line by itself.
 *
 * Harder from subset to subset: the passage alone, the passage among others that share its words, no passage.
 */
export const groundedQa = createGroundedBenchmark({
  type: 'grounded_qa',
  title: 'Grounded question answering',
  measures: 'Finding dates, numbers and names that are in the workspace’s own sources.',
  doesNotMeasure: 'Combining passages, explaining, or citing; the sentence is in the passage word for word.',
  version: '2',
  // The passage contains the sentence word for word, so the words at the gap are the answer.
  smokeTests: ['passage', 'retrieved'],
  begin: () => ({
    accepts: () => true,
    question: ({ frame, fact, grader }) => ({ sentence: frame, expected: fact.expected, grader }),
  }),
});

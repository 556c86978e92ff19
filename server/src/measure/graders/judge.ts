import type { AskingGrader } from './grader.ts';
import { modelOf, modelOption } from './model-option.ts';
import { oneOf } from './options.ts';

const MOST_CHARACTERS = 20_000;

/** A model grades the response by the expected criterion; of several, each must be met and the lowest grade counts. */
export const judge: AskingGrader = {
  type: 'judge',
  version: 1,
  share: 'by_option',
  asks: 'judge',
  description:
    'A model grades the response by the expected criterion. For panels of judges, calibration and pairwise comparison use a custom evaluation.',
  options: {
    model: modelOption('The judge', 'a model'),
    scale: oneOf('"pass_fail": 1 or 0. "one_to_five": 1 is 0, 5 is 1.', ['pass_fail', 'one_to_five']),
  },
  expectedProblem(expected) {
    if (expected.trim() === '') return 'expected is empty, and a judge needs a criterion';
    return expected.length > MOST_CHARACTERS
      ? `expected has ${expected.length} characters; judge reads at most ${MOST_CHARACTERS}`
      : null;
  },
  async ask(reply, expected, options, services, { question = '' }) {
    const model = modelOf(options);
    if (model === null) throw new Error('The option "model" is missing.');
    const scale = options.scale === 'one_to_five' ? 'one_to_five' : 'pass_fail';
    const grades = [];
    for (const criterion of expected)
      grades.push(await services.judge(model, { criterion, scale, question, reply }));
    return {
      score: Math.min(...grades.map(({ score }) => score)),
      extraction: null,
      extracted: null,
      settled: false,
      message: grades.map(({ reason }) => reason).join(' ') || null,
    };
  },
};

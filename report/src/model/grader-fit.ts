import type { Schemas } from '@touchstone/client';
import { percent } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';

type Results = Schemas['Results'];

/**
 * How well the grader of each benchmark fits its responses, with examples that a lenient reading scores differently.
 */
export function graderFitSections({ grader_fit = [] }: Results): Section[] {
  return grader_fit.map((one) => ({
    about: 'quality',
    title: `Grader check: ${benchmarkName(one.benchmark)}`,
    head: ['Candidate', 'Question', 'Expected', 'Response', 'Grader', 'Score', 'Lenient reading'],
    rows: one.examples.map((example) => [
      example.target_label,
      example.question,
      example.expected,
      example.response,
      example.grader,
      percent(example.score),
      percent(example.lenient_score),
    ]),
    sentences: [one.sentence],
  }));
}

/** The examples as lines, for output without tables. */
export function graderFitLines({ grader_fit = [] }: Pick<Results, 'grader_fit'>): string[] {
  return grader_fit.flatMap(({ benchmark, examples }) =>
    examples.map(
      ({ target_label, question, expected, response, grader }) =>
        `${benchmarkName(benchmark)}, ${target_label}, asked “${question}”, expected “${expected}”, response “${response}”: ${grader} and a lenient reading give different scores.`,
    ),
  );
}

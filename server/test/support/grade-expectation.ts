import { type GradedAnswer, type GraderSpec, grade } from '../../src/measure/graders/graders.ts';

/** A whole answer with this text. */
export const said = (text: string, extra: Partial<GradedAnswer> = {}): GradedAnswer => ({
  text,
  reasoning: null,
  finishReason: 'stop',
  ...extra,
});

/** The grade as `score extraction extracted`, or `unscored reason`. */
export function verdict(spec: GraderSpec, expected: string | string[], answer: GradedAnswer): string {
  const result = grade(spec, expected, answer);
  if (result.state === 'unscored') return `unscored ${result.reason}`;
  return `${result.score} ${result.extraction} ${result.extracted}`;
}

/** The score alone; of what is unscored, why. */
export function scoreOf(spec: GraderSpec, expected: string | string[], text: string): number | string {
  const result = grade(spec, expected, said(text));
  return result.state === 'unscored' ? result.reason : result.score;
}

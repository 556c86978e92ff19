/** A benchmark that this version cannot run yet. It is listed, and refused with its reason. */
export interface PlannedBenchmark {
  type: string;
  title: string;
  measures: string;
  licence: string;
  reason: string;
}

const open = (
  type: string,
  title: string,
  measures: string,
  licence: string,
  reason: string,
): PlannedBenchmark => ({ type, title, measures, licence, reason });

export const PLANNED_BENCHMARKS: readonly PlannedBenchmark[] = [
  open(
    'bbh',
    'BIG-Bench Hard',
    'Twenty-seven tasks that were hard for models in 2022.',
    'MIT',
    'Its 27 answer forms need 27 verified extractors, which are not implemented yet.',
  ),
  open(
    'math',
    'MATH',
    'Competition mathematics with LaTeX answers.',
    'MIT (a takedown of one copy is reported)',
    'Comparing formulas needs a symbolic comparison, which is not implemented yet.',
  ),
  open(
    'gpqa',
    'GPQA',
    'Graduate questions in biology, physics and chemistry.',
    'CC BY 4.0; gated, items must not be published',
    'Its items must not be stored where others can read them, and this protection is not implemented yet.',
  ),
  open(
    'humaneval',
    'HumanEval',
    'Completing Python functions, judged by unit tests.',
    'MIT',
    'It runs code written by a model, and there is no isolated runner yet.',
  ),
  open(
    'mbpp',
    'MBPP',
    'Short Python programs, judged by unit tests.',
    'CC BY 4.0',
    'It runs code written by a model, and there is no isolated runner yet.',
  ),
];

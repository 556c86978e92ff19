import { Type } from 'typebox';
import { choiceGrader, choicePrompt } from './multiple-choice.ts';
import type { PublishedBenchmark } from './published.ts';

const Row = Type.Object({
  Question: Type.String({ minLength: 1 }),
  A: Type.String(),
  B: Type.String(),
  C: Type.String(),
  D: Type.String(),
  Answer: Type.String({ pattern: '^[ABCD]$' }),
  Subject: Type.String({ minLength: 1 }),
});

const SUBJECTS =
  'abstract_algebra anatomy astronomy business_ethics clinical_knowledge college_biology college_chemistry college_computer_science college_mathematics college_medicine college_physics computer_security conceptual_physics econometrics electrical_engineering elementary_mathematics formal_logic global_facts high_school_biology high_school_chemistry high_school_computer_science high_school_european_history high_school_geography high_school_government_and_politics high_school_macroeconomics high_school_mathematics high_school_microeconomics high_school_physics high_school_psychology high_school_statistics high_school_us_history high_school_world_history human_aging human_sexuality international_law jurisprudence logical_fallacies machine_learning management marketing medical_genetics miscellaneous moral_disputes moral_scenarios nutrition philosophy prehistory professional_accounting professional_law professional_medicine professional_psychology public_relations security_studies sociology us_foreign_policy virology world_religions'.split(
    ' ',
  );

/** Multiple choice in 57 subjects; prompt and data of simple-evals, 0-shot. */
export const mmlu: PublishedBenchmark<typeof Row> = {
  type: 'mmlu',
  name: 'MMLU',
  title: 'MMLU',
  measures: 'Knowledge and reasoning in 57 school, university and professional subjects, four choices each.',
  doesNotMeasure:
    'Answers that are not offered. Some labels are known to be wrong, and it is in training sets.',
  licence: 'MIT',
  size: '14,042 test items',
  version: '2',
  metric: 'accuracy',
  chanceLevel: 0.25,
  differs:
    'Published figures are 5-shot by log-probability, or 0-shot by chat as here. A random sample over all items weights subjects by size. The last answer counts, where simple-evals takes the first.',
  files: [
    {
      name: 'mmlu.csv',
      address: 'https://openaipublic.blob.core.windows.net/simple-evals/mmlu.csv',
      sha256: null,
    },
  ],
  subsets: SUBJECTS.map((name) => ({ name, description: name.replaceAll('_', ' ') })),
  row: Row,
  publishedRule: 'simple_evals',
  from: (subset) => ({
    items: 'mmlu.csv',
    ...(subset !== null && { isAsked: ({ Subject }) => Subject === subset }),
  }),
  toItem({ Question, A, B, C, D, Answer, Subject }) {
    const choices = [A, B, C, D];
    return {
      input: [{ role: 'user', content: choicePrompt(Question, choices) }],
      expected: Answer,
      grader: choiceGrader(choices),
      metadata: { subject: Subject },
    };
  },
};

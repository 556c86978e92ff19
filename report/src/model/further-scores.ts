import type { Schemas } from '@touchstone/client';
import { percent } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';

type Results = Schemas['Results'];
type ReferenceScore = NonNullable<Results['reference_scores']>[number];

const notesOf = ({ benchmark, rule_note }: ReferenceScore): string[] =>
  rule_note === undefined ? [] : [`${benchmarkName(benchmark)}: ${rule_note}`];

/** Scores by published grading rules, and further figures of graders. */
export function furtherSections({ reference_scores = [], further_scores = [] }: Results): Section[] {
  const sections: Section[] = [
    {
      about: 'quality',
      title: 'Scores by the published rule',
      head: [
        'Candidate, benchmark',
        'Score',
        'Published-rule score',
        'Graded differently',
        'Responses',
        'Rule',
        'Rule date',
      ],
      rows: reference_scores.map((one) => [
        `${one.target_label}, ${benchmarkName(one.benchmark)}`,
        percent(one.score),
        percent(one.reference_score),
        one.differing,
        one.n,
        one.rule_version ?? 'not recorded',
        one.rule_date ?? 'not recorded',
      ]),
      sentences: [
        "Scores that each benchmark's own script gives the same responses, for comparison with published figures. They do not affect the verdict. To list the samples that differ, filter by reference_differs.",
        ...new Set(reference_scores.flatMap(notesOf)),
      ],
    },
    {
      about: 'quality',
      title: 'Additional grader metrics',
      head: ['Candidate, benchmark', 'Metric', 'Mean', 'Responses'],
      rows: further_scores.map(({ target_label, benchmark, name, mean, n }) => [
        `${target_label}, ${benchmark}`,
        name,
        mean,
        n,
      ]),
      sentences: ['Published reports show these metrics with the score. They do not affect the verdict.'],
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

import type { Schemas } from '@touchstone/client';
import { percent } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';

type Results = Schemas['Results'];
type ReferenceScore = NonNullable<Results['reference_scores']>[number];

const notesOf = ({ benchmark, rule_note }: ReferenceScore): string[] =>
  rule_note === undefined ? [] : [`${benchmarkName(benchmark)}: ${rule_note}`];

/** What published rules of reading would have given, and further figures of graders, beside the scores. */
export function furtherSections({ reference_scores = [], further_scores = [] }: Results): Section[] {
  const sections: Section[] = [
    {
      about: 'quality',
      title: 'Beside the published rule',
      head: [
        'Candidate, benchmark',
        'Score',
        'By the published rule',
        'Graded differently',
        'Replies',
        'Rule',
        'In force since',
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
        "What each benchmark's own script would have read in the same replies, for those who know its published figures. It decides nothing here. The samples that differ are listed by reference_differs.",
        ...new Set(reference_scores.flatMap(notesOf)),
      ],
    },
    {
      about: 'quality',
      title: 'Further figures of the graders',
      head: ['Candidate, benchmark', 'Figure', 'Mean', 'Replies'],
      rows: further_scores.map(({ target_label, benchmark, name, mean, n }) => [
        `${target_label}, ${benchmark}`,
        name,
        mean,
        n,
      ]),
      sentences: ['Figures that published reports show beside the score. They decide nothing here.'],
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}
